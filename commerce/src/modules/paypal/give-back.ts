import { capturesOf, type PayPalApi } from './api/paypal-api.ts'
import { holdsMoney, toSessionData } from './session-data.ts'

/**
 * Refunds everything that was captured for an order. An order without a capture is left to expire.
 * @param data of the payment session
 * @returns the updated data
 * @throws PayPalFault
 */
export async function giveBack(
  api: PayPalApi,
  orderId: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const order = await api.readOrder(orderId)
  const [capture] = capturesOf(order)
  const stored = toSessionData(order, data)
  if (!capture?.id || !capture.amount || !holdsMoney(capture)) return stored
  const refund = await api.refund(capture.id, undefined, `give-back-${capture.id}`)
  return { ...stored, refund_id: refund?.id ?? null }
}
