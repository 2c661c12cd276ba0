import type { Logger, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, PaymentSessionStatus } from '@medusajs/framework/utils'
import { completeCartWorkflow } from '@medusajs/medusa/core-flows'

import { rowsOf } from '../../rows.ts'
import { createPayPalApi, type PayPalApi } from './api/paypal-api.ts'
import { giveBack } from './give-back.ts'
import { cartOf, openSessions, type OpenSession } from './open-sessions.ts'
import { configuredOptions } from './paypal-options.ts'
import { statusOf, textOf } from './session-data.ts'

const MINUTE_MS = 60_000
/** The shopper may still complete a younger payment. */
const YOUNGEST_MS = 3 * MINUTE_MS
/** PayPal keeps an approval for hours. After a capture, the order must be placed or the money refunded. */
const OLDEST_MS = 3 * 24 * 60 * MINUTE_MS
const GIVE_BACK_AFTER_MS = 60 * MINUTE_MS

const checkedAges = new Map<string, number>()

/** For shoppers who approved the payment and did not return. A payment is checked again once its age has doubled. */
export async function completeApproved(container: MedusaContainer) {
  const options = configuredOptions(container)
  if (!options) return
  const log = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const [since, until] = [new Date(Date.now() - OLDEST_MS), new Date(Date.now() - YOUNGEST_MS)]
  const sessions = await openSessions(container, since, until)
  const ids = new Set(sessions.map(({ id }) => id))
  for (const id of checkedAges.keys()) if (!ids.has(id)) checkedAges.delete(id)

  const api = createPayPalApi(options)
  for (const session of sessions) {
    const age = Date.now() - new Date(session.created_at).getTime()
    if (age < 2 * (checkedAges.get(session.id) ?? 0)) continue
    checkedAges.set(session.id, age)
    try {
      await settle(container, api, session, age)
    } catch (error) {
      // PayPal is unavailable, or the order cannot be placed now: the job tries again later.
      log.warn(`Payment session ${session.id} could not be settled: ${String(error)}`)
    }
  }
}

async function settle(container: MedusaContainer, api: PayPalApi, session: OpenSession, age: number): Promise<void> {
  const orderId = textOf(session.data['order_id'])
  if (!orderId) return
  // No order can come of it any more.
  if (session.status === PaymentSessionStatus.ERROR) return void (await giveBack(api, orderId, session.data))
  const status = statusOf(await api.readOrder(orderId))
  if (status !== PaymentSessionStatus.AUTHORIZED && status !== PaymentSessionStatus.CAPTURED) return
  const cartId = await cartOf(container, session)
  try {
    if (!cartId) throw new Error('its cart is gone')
    await completeCartWorkflow(container).run({ input: { id: cartId } })
    const [after] = await rowsOf<OpenSession>(container, 'payment_session', ['status'], { id: session.id })
    if (after?.status === session.status) throw new Error('its cart was paid otherwise')
  } catch (error) {
    if (status !== PaymentSessionStatus.CAPTURED || age < GIVE_BACK_AFTER_MS) throw error
    await giveBack(api, orderId, session.data)
    throw new Error(`no order could be placed, the money was given back; ${String(error)}`, { cause: error })
  }
}
