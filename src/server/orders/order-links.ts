import { createEmailTokens, type ReadToken } from '#server/email/email-tokens.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'

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
