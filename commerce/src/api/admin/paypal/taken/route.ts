import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'

import { PayPalFault } from '../../../../modules/paypal/api/paypal-fault.ts'
import { findTakenUnknown } from '../../../../modules/paypal/taken-unknown.ts'

export async function GET({ scope, query }: AuthenticatedMedusaRequest, response: MedusaResponse) {
  const { since, until } = query as { since?: string; until?: string }
  try {
    response.json(await findTakenUnknown(scope, new Date(since ?? 0), new Date(until ?? Date.now())))
  } catch (error) {
    if (!(error instanceof PayPalFault)) throw error
    response.status(502).json({ type: 'unexpected_state', message: error.message })
  }
}
