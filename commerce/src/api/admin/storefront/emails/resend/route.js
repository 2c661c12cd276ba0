import { askStorefront } from '../../../../../storefront/notify-storefront.ts'

/**
 * `POST /admin/storefront/emails/resend {id}`: sends an email again.
 *
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest<{ id?: string }>} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST({ body }, response) {
  response.json(await askStorefront('/api/_internal/staff/emails/resend', { id: body.id }))
}
