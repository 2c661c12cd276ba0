import { findSamples } from '../../../../seed/find-samples.ts'

/**
 * What is left of the sample shop, unchanged.
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET(request, response) {
  response.json(await findSamples(request.scope))
}
