import type { FastifyInstance } from 'fastify'

import type { Locale } from '#shared/i18n/locale.ts'

import { countTries } from './order-lookups-queries.ts'

/** The most links that are sent to one order's email in a day, from all clients together. */
const LINKS_A_DAY = 5
const SLOT_MS = 300_000

/**
 * Sends the link of an order to the address that it was placed with, once in five minutes at most. Who asks is told the
 * same in any case, so that nothing is learned from the answer.
 * @throws BackendError, DatabaseDown
 */
export async function sendOrderLink(app: FastifyInstance, orderId: string, locale: Locale): Promise<void> {
  const { email, number } = await app.carts.readOrder(orderId, { locale })
  if (!email) return
  const { counts } = await countTries(app.database, [app.orders.lookupKey('link', orderId)])
  if ((counts[0] ?? 0) > LINKS_A_DAY) return
  const once = `order-link:${orderId}:${Math.floor(Date.now() / SLOT_MS)}`
  const mail = {
    name: 'order-link' as const,
    locale,
    facts: { orderNumber: number, orderUrl: app.orders.links.open(locale, orderId) },
  }
  await app.database.transaction(async (tx) => void (await app.emails.queue(tx, { to: email, letter: mail, once })))
}
