import { askStorefront } from '../../../../../storefront/notify-storefront.ts'

/** The check fetches every script of the payment page. */
const CHECK_MS = 60_000

/**
 * `POST /admin/storefront/scripts/check`: compares the payment page with the build that the storefront serves.
 *
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} _request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function POST(_request, response) {
  response.json(await askStorefront('/api/_internal/staff/scripts/check', {}, CHECK_MS))
}
