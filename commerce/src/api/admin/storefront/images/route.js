import { askStorefront } from '../../../../storefront/notify-storefront.ts'

/** The storefront may have to download the images first. */
const MEASURE_MS = 60_000

/**
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest<{ sources?: string[] }>} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST({ body }, response) {
  response.json(await askStorefront('/api/_internal/staff/images', { sources: body.sources }, MEASURE_MS))
}
