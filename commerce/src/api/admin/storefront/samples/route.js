import { findSamples } from '../../../../seed/find-samples.ts'

/**
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET(request, response) {
  response.json(await findSamples(request.scope))
}
