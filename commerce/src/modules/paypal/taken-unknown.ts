import type { MedusaContainer } from '@medusajs/framework/types'
import { CaptureStatus } from '@paypal/paypal-server-sdk'

import { capturesOf, createPayPalApi, type PayPalApi } from './api/paypal-api.ts'
import { PayPalFault } from './api/paypal-fault.ts'
import { configuredOptions } from './configured-options.ts'
import { cartOf, openSessions, type OpenSession } from './open-sessions.ts'
import { textOf } from './session-data.ts'

/** Money that PayPal has taken for a payment that Medusa believes to be open. */
export interface TakenPayment {
  /** ISO time at which the payment was begun. */
  at: string
  /** As PayPal writes it, in whole units. */
  amount: string
  /** Upper case. */
  currency: string
  cart_id: string | null
  capture_id: string
}

/** How many are asked about at once. */
const AT_ONCE = 4
/** What is on its way was taken too. */
const TAKEN: unknown[] = [CaptureStatus.Completed, CaptureStatus.Pending, CaptureStatus.PartiallyRefunded]

/**
 * Asks PayPal of every payment that was begun in this time and is open here.
 * @returns nothing where the shop has no account at PayPal
 * @throws PayPalFault where PayPal does not answer
 */
export async function findTakenUnknown(container: MedusaContainer, since: Date, until: Date): Promise<TakenPayment[]> {
  const options = configuredOptions(container)
  if (!options) return []
  const api = createPayPalApi(options)
  const left = await openSessions(container, since, until)
  const found: TakenPayment[] = []
  async function askOneByOne(): Promise<void> {
    for (let session = left.pop(); session; session = left.pop()) {
      const taken = await takenFor(api, session)
      if (taken) found.push({ ...taken, cart_id: (await cartOf(container, session.payment_collection_id)) ?? null })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne))
  return found
}

async function takenFor(api: PayPalApi, { data, created_at: at }: OpenSession): Promise<TakenPayment | undefined> {
  const id = textOf(data['order_id'])
  if (!id) return undefined
  try {
    const [capture] = capturesOf(await api.readOrder(id))
    if (!capture?.id || !TAKEN.includes(capture.status)) return undefined
    const { value, currencyCode } = capture.amount ?? {}
    return {
      at: new Date(at).toISOString(),
      amount: value ?? textOf(data['amount']),
      currency: currencyCode ?? textOf(data['currency']),
      cart_id: null,
      capture_id: capture.id,
    }
  } catch (error) {
    // No one agreed to it, and PayPal has forgotten it.
    if (error instanceof PayPalFault && error.isClientError) return undefined
    throw error
  }
}
