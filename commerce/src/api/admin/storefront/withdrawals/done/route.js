import { askStorefront } from '../../../../../storefront/notify-storefront.ts'

/**
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest<{ id?: string }>} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST({ body }, response) {
  response.json(await askStorefront('/api/_internal/staff/withdrawals/done', { id: body.id }))
}
