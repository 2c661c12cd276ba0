import { PayPalFault } from '../../../../modules/paypal/api/paypal-fault.ts'
import { findTakenUnknown } from '../../../../modules/paypal/taken-unknown.ts'

/**
 * Captured payments that Medusa does not know of, and those refused because their amount did not match.
 * @param {import('@medusajs/framework/http').AuthenticatedMedusaRequest} request with `since` and `until` (ISO times)
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET(request, response) {
  const { since, until } = /** @type {Record<string, string>} */ (request.query)
  try {
    response.json(await findTakenUnknown(request.scope, new Date(since ?? 0), new Date(until ?? Date.now())))
  } catch (error) {
    if (!(error instanceof PayPalFault)) throw error
    response.status(502).json({ type: 'unexpected_state', message: error.message })
  }
}
