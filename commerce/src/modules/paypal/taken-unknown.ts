import type { MedusaContainer } from '@medusajs/framework/types'

import { capturesOf, createPayPalApi, type PayPalApi } from './api/paypal-api.ts'
import { PayPalFault } from './api/paypal-fault.ts'
import { cartOf, openSessions, type OpenSession } from './open-sessions.ts'
import { configuredOptions } from './paypal-options.ts'
import { expectedOf, holdsMoney, takenFor, textOf } from './session-data.ts'

/** PayPal has captured it while its session in Medusa is still open. */
export interface TakenPayment {
  /** ISO time of the payment session. */
  at: string
  /** In major units. */
  amount: string
  currency: string
  cart_id: string | null
  capture_id: string
}

/** Refused because PayPal was to take, or took, another amount. What was taken is refunded. */
export interface MismatchedPayment {
  at: string
  amount: string
  expected: string
  cart_id: string | null
  paypal_order: string
}

const CONCURRENCY = 4

/** Empty if the shop has no account at PayPal. Throws PayPalFault. */
export async function findTakenUnknown(
  container: MedusaContainer,
  since: Date,
  until: Date,
): Promise<{ payments: TakenPayment[]; mismatches: MismatchedPayment[] }> {
  const options = configuredOptions(container)
  if (!options) return { payments: [], mismatches: [] }
  const api = createPayPalApi(options)
  const sessions = await openSessions(container, since, until)
  const left = [...sessions]
  const payments: TakenPayment[] = []
  const mismatches: MismatchedPayment[] = []
  async function work(): Promise<void> {
    for (let session = left.pop(); session; session = left.pop()) {
      const taken = await readTaken(api, session)
      if (taken) payments.push({ ...taken, cart_id: (await cartOf(container, session.payment_collection_id)) ?? null })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  for (const { data, created_at: at, payment_collection_id: collection } of sessions) {
    const amount = textOf(data['mismatch'])
    if (!amount) continue
    const { value, currencyCode } = expectedOf(data)
    mismatches.push({
      at: new Date(at).toISOString(),
      amount,
      expected: `${value} ${currencyCode}`,
      cart_id: (await cartOf(container, collection)) ?? null,
      paypal_order: textOf(data['order_id']),
    })
  }
  return { payments, mismatches }
}

async function readTaken(api: PayPalApi, { data, created_at: at }: OpenSession): Promise<TakenPayment | undefined> {
  const id = textOf(data['order_id'])
  if (!id) return undefined
  try {
    const order = await api.readOrder(id)
    const capture = capturesOf(order).find(holdsMoney)
    if (!capture?.id) return undefined
    const { value, currencyCode } = takenFor(order)
    return {
      at: new Date(at).toISOString(),
      amount: value,
      currency: currencyCode,
      cart_id: null,
      capture_id: capture.id,
    }
  } catch (error) {
    // The order was never approved and PayPal has deleted it.
    if (error instanceof PayPalFault && error.isClientError) return undefined
    throw error
  }
}
