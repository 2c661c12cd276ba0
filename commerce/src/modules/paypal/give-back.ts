import { MedusaError } from '@medusajs/framework/utils'
import { CaptureStatus } from '@paypal/paypal-server-sdk'

import { capturesOf, type PayPalApi } from './api/paypal-api.ts'
import { holdsMoney, toSessionData } from './session-data.ts'

/**
 * An order without a capture is left to expire.
 * @throws PayPalFault; MedusaError (conflict) while PayPal reviews a capture, since it refunds it only afterwards
 */
export async function giveBack(api: PayPalApi, orderId: string, data: Record<string, unknown>) {
  const order = await api.readOrder(orderId)
  const stored: Record<string, unknown> = toSessionData(order, data)
  for (const { id, status } of capturesOf(order).filter(holdsMoney)) {
    if (status === CaptureStatus.Pending)
      throw new MedusaError(MedusaError.Types.CONFLICT, `PayPal still reviews the payment of order ${orderId}`)
    const refund = id && (await api.refund(id, undefined, `give-back-${id}`))
    stored['refund_id'] = refund ? (refund.id ?? null) : null
  }
  return stored
}
