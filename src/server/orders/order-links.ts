import type { FastifyInstance } from 'fastify'

import { createEmailTokens, type ReadToken } from '#server/email/email-tokens.ts'
import type { Secrets } from '#server/keys.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import { countTries } from './order-lookups-queries.ts'

/** Only sent in an order's email. Opening one changes nothing; the page has a button for that. */
export interface OrderLinks {
  open(locale: Locale, orderId: string): string
  /** Revokes a withdrawal that was declared without an order link. */
  takeBack(locale: Locale, withdrawalId: string): string
  read(purpose: 'order' | 'take-back', token: string): ReadToken
  /** For the cookie of a browser that has opened the link. */
  signOpened(orderId: string): string
  readOpened(token: string): ReadToken
}

/** @param origin called per link, because the address is only known once the server listens */
export function createOrderLinks(secrets: Secrets, origin: () => string): OrderLinks {
  const tokens = createEmailTokens(secrets)
  const to = (locale: Locale, path: string, token: string) => `${origin()}${localePath(locale, path)}?token=${token}`
  return {
    open: (locale, id) => to(locale, '/order/open', tokens.sign('order', id)),
    takeBack: (locale, id) => to(locale, '/order/take-back', tokens.sign('take-back', id)),
    read: (purpose, token) => tokens.read(purpose, token),
    signOpened: (id) => tokens.sign('opened', id),
    readOpened: (token) => tokens.read('opened', token),
  }
}

/** For all clients together. */
const LINKS_A_DAY = 5
const SLOT_MS = 300_000

/** At most once every five minutes. The response must not depend on the outcome: clients must not infer anything. */
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
  await app.database.transaction(async (tx) => {
    await app.emails.queue(tx, { to: email, letter: mail, once, orderId })
  })
}
