import type { FastifyInstance } from 'fastify'

import { createEmailTokens, type ReadToken } from '#server/email/email-tokens.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import { countTries } from './order-lookups-queries.ts'

/** Links that only the email of an order holds. A page behind one changes nothing until its button is pressed. */
export interface OrderLinks {
  /** Opens everything of an order. */
  open(locale: Locale, orderId: string): string
  /** Takes back a withdrawal that was declared without such a link. */
  takeBack(locale: Locale, withdrawalId: string): string
  read(purpose: 'order' | 'take-back', token: string): ReadToken
  /** For the cookie of a browser in which the link was opened. */
  signOpened(orderId: string): string
  readOpened(token: string): ReadToken
}

/** @param origin of the shop, asked at each link: where it listens is known late */
export function createOrderLinks(secret: string, origin: () => string): OrderLinks {
  const tokens = createEmailTokens(secret)
  const to = (locale: Locale, path: string, token: string) => `${origin()}${localePath(locale, path)}?token=${token}`
  return {
    open: (locale, id) => to(locale, '/order/open', tokens.sign('order', id)),
    takeBack: (locale, id) => to(locale, '/order/take-back', tokens.sign('take-back', id)),
    read: (purpose, token) => tokens.read(purpose, token),
    signOpened: (id) => tokens.sign('opened', id),
    readOpened: (token) => tokens.read('opened', token),
  }
}

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
