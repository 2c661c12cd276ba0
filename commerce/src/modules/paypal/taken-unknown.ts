import type { MedusaContainer } from '@medusajs/framework/types'

import { capturesOf, createPayPalApi, type PayPalApi } from './api/paypal-api.ts'
import { PayPalFault } from './api/paypal-fault.ts'
import { cartOf, openSessions, type OpenSession } from './open-sessions.ts'
import { configuredOptions } from './paypal-options.ts'
import { holdsMoney, textOf } from './session-data.ts'

/** A payment that PayPal has captured while its session in Medusa is still open. */
export interface TakenPayment {
  /** ISO time of the payment session. */
  at: string
  /** In major units, as PayPal writes it. */
  amount: string
  /** Upper case. */
  currency: string
  cart_id: string | null
  capture_id: string
}

/** Concurrent requests to PayPal. */
const CONCURRENCY = 4

/**
 * Asks PayPal about every open payment session that was created in the given period.
 * @returns an empty list if the shop has no account at PayPal
 * @throws PayPalFault if PayPal does not answer
 */
export async function findTakenUnknown(container: MedusaContainer, since: Date, until: Date): Promise<TakenPayment[]> {
  const options = configuredOptions(container)
  if (!options) return []
  const api = createPayPalApi(options)
  const left = await openSessions(container, since, until)
  const found: TakenPayment[] = []
  async function work(): Promise<void> {
    for (let session = left.pop(); session; session = left.pop()) {
      const taken = await takenFor(api, session)
      if (taken) found.push({ ...taken, cart_id: (await cartOf(container, session.payment_collection_id)) ?? null })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return found
}

async function takenFor(api: PayPalApi, { data, created_at: at }: OpenSession): Promise<TakenPayment | undefined> {
  const id = textOf(data['order_id'])
  if (!id) return undefined
  try {
    const [capture] = capturesOf(await api.readOrder(id))
    if (!capture?.id || !holdsMoney(capture)) return undefined
    const { value, currencyCode } = capture.amount ?? {}
    return {
      at: new Date(at).toISOString(),
      amount: value ?? textOf(data['amount']),
      currency: currencyCode ?? textOf(data['currency']),
      cart_id: null,
      capture_id: capture.id,
    }
  } catch (error) {
    // The order was never approved and PayPal has deleted it.
    if (error instanceof PayPalFault && error.isClientError) return undefined
    throw error
  }
}
