import { askStorefront } from '../../../../../storefront/notify-storefront.ts'

/**
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest<object>} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST({ body }, response) {
  response.json(await askStorefront('/api/_internal/staff/product-fields/check', body))
}
