import { CaptureStatus } from '@paypal/paypal-server-sdk'

import { capturesOf, type PayPalApi } from './api/paypal-api.ts'
import { toSessionData } from './session-data.ts'

/** What was taken and not yet given back. */
const HELD: unknown[] = [CaptureStatus.Completed, CaptureStatus.Pending, CaptureStatus.PartiallyRefunded]

/**
 * Gives back everything that was taken for an order; an order that was not captured is left to run out.
 * @param data what is kept of the payment
 * @returns the same as it is now
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
  if (!capture?.id || !capture.amount || !HELD.includes(capture.status)) return stored
  const refund = await api.refund(capture.id, undefined, `give-back-${capture.id}`)
  return { ...stored, refund_id: refund?.id ?? null }
}
