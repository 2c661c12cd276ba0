import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, PaymentSessionStatus } from '@medusajs/framework/utils'
import { completeCartWorkflow } from '@medusajs/medusa/core-flows'

import { createPayPalApi, type PayPalApi } from './api/paypal-api.ts'
import { configuredOptions } from './configured-options.ts'
import { giveBack } from './give-back.ts'
import { cartOf, openSessions, type OpenSession } from './open-sessions.ts'
import { textOf } from './session-data.ts'
import { statusOf } from './status-of.ts'

const MINUTE_MS = 60_000
/** A younger payment is in the hands of its shopper. */
const YOUNGEST_MS = 3 * MINUTE_MS
/** PayPal keeps an approval for hours; money that was taken has to find its order, or its way back. */
const OLDEST_MS = 3 * 24 * 60 * MINUTE_MS
/** So long an order may fail before money that was taken for it goes back. */
const GIVE_BACK_AFTER_MS = 60 * MINUTE_MS

/** How old each payment was when it was looked at last. Forgotten with this process: it looks once more. */
const looked = new Map<string, number>()

/**
 * Places the orders of shoppers who approved at PayPal and never came back, whatever kept them. Each payment is
 * looked at when it is twice as old as the last time.
 */
export async function completeApproved(container: MedusaContainer): Promise<void> {
  const options = configuredOptions(container)
  if (!options) return
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const [since, until] = [new Date(Date.now() - OLDEST_MS), new Date(Date.now() - YOUNGEST_MS)]
  const sessions = await openSessions(container, since, until)
  const ids = new Set(sessions.map(({ id }) => id))
  for (const id of looked.keys()) if (!ids.has(id)) looked.delete(id)

  const api = createPayPalApi(options)
  for (const session of sessions) {
    const age = Date.now() - new Date(session.created_at).getTime()
    if (age < 2 * (looked.get(session.id) ?? 0)) continue
    looked.set(session.id, age)
    try {
      await settle(container, api, session, age)
    } catch (error) {
      // PayPal is away, or the order cannot be placed now: there is a next time.
      log.warn(`Payment session ${session.id} could not be settled: ${String(error)}`)
    }
  }
}

async function settle(container: MedusaContainer, api: PayPalApi, session: OpenSession, age: number): Promise<void> {
  const orderId = textOf(session.data['order_id'])
  if (!orderId) return
  const status = statusOf(await api.readOrder(orderId))
  if (status !== PaymentSessionStatus.AUTHORIZED && status !== PaymentSessionStatus.CAPTURED) return
  const cartId = await cartOf(container, session.payment_collection_id)
  try {
    if (!cartId) throw new Error('its cart is gone')
    await completeCartWorkflow(container).run({ input: { id: cartId } })
  } catch (error) {
    if (status !== PaymentSessionStatus.CAPTURED || age < GIVE_BACK_AFTER_MS) throw error
    await giveBack(api, orderId, session.data)
    throw new Error(`no order could be placed, the money was given back; ${String(error)}`, { cause: error })
  }
}
