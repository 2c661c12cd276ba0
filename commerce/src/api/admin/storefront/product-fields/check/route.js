import { askStorefront } from '../../../../../storefront/notify-storefront.ts'

/**
 * What is wrong with the fields of a product, and the drawing of its stones.
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest<object>} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST({ body }, response) {
  response.json(await askStorefront('/api/_internal/staff/product-fields/check', body))
}
