import type { MedusaContainer } from '@medusajs/framework/types'

import { capturesOf, createPayPalApi, type PayPalApi } from './api/paypal-api.ts'
import { PayPalFault } from './api/paypal-fault.ts'
import { cartOf, openSessions, type OpenSession } from './open-sessions.ts'
import { configuredOptions } from './paypal-options.ts'
import { expectedOf, holdsMoney, takenFor, textOf } from './session-data.ts'

const CONCURRENCY = 4

/**
 * `payments` were captured by PayPal while their sessions in Medusa are still open. `mismatches` were refused because
 * PayPal was to take, or took, another amount; what was taken is refunded. Empty without an account at PayPal. Times are
 * those of the sessions; amounts are in major units. Throws PayPalFault.
 */
export async function findTakenUnknown(container: MedusaContainer, since: Date, until: Date) {
  const options = configuredOptions(container)
  if (!options) return { payments: [], mismatches: [] }
  const api = createPayPalApi(options)
  const sessions = await openSessions(container, since, until)
  const payments: NonNullable<Awaited<ReturnType<typeof readTaken>>>[] = []
  const left = [...sessions]
  async function work() {
    for (let session = left.pop(); session; session = left.pop()) {
      const taken = await readTaken(container, api, session)
      if (taken) payments.push(taken)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  const mismatches = await Promise.all(
    sessions
      .filter(({ data }) => textOf(data['mismatch']))
      .map(async (session) => {
        const { value, currencyCode } = expectedOf(session.data)
        return {
          at: new Date(session.created_at).toISOString(),
          amount: textOf(session.data['mismatch']),
          expected: `${value} ${currencyCode}`,
          cart_id: await cartOf(container, session),
          paypal_order: textOf(session.data['order_id']),
        }
      }),
  )
  return { payments, mismatches }
}

async function readTaken(container: MedusaContainer, api: PayPalApi, session: OpenSession) {
  const id = textOf(session.data['order_id'])
  if (!id) return undefined
  try {
    const order = await api.readOrder(id)
    const capture = capturesOf(order).find(holdsMoney)
    if (!capture?.id) return undefined
    const { value: amount, currencyCode: currency } = takenFor(order)
    const at = new Date(session.created_at).toISOString()
    return { at, amount, currency, cart_id: await cartOf(container, session), capture_id: capture.id }
  } catch (error) {
    // The order was never approved and PayPal has deleted it.
    if (error instanceof PayPalFault && error.isClientError) return undefined
    throw error
  }
}
