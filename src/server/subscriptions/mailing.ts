import { forgetPlacedOrders } from '#server/cart/orders-queries.ts'
import { createEmailTokens, type EmailTokens } from '#server/email/email-tokens.ts'
import type { Emails } from '#server/email/mailer-plugin.ts'
import type { Database } from '#server/infra/database/database.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import { forgetHints, forgetSubscriptions } from './subscriptions-queries.ts'

/** What subscribing and hinting are made of; handed to each of their steps. */
export interface Mailing {
  database: Database
  emails: Pick<Emails, 'queue'>
  tokens: EmailTokens
  links: EmailLinks
}

interface MailingOptions {
  database: Database
  emails: Pick<Emails, 'queue'>
  secret: string
  /** Of links in emails. */
  origin: () => string
}

/** The privacy policy says it too. */
const RETENTION_DAYS = 90
/** As long as a product may be brought back to us with its order. */
const ORDERS_RETENTION_DAYS = 730

export function createMailing({ database, emails, secret, origin }: MailingOptions): Mailing {
  const tokens = createEmailTokens(secret)
  return { database, emails, tokens, links: createEmailLinks(tokens, origin) }
}

/**
 * Deletes what there is no more reason to keep: old hints, addresses that were never confirmed or have left, and by
 * what an old order is found.
 */
export async function forgetOldMailings({ database }: Mailing): Promise<void> {
  await forgetHints(database, RETENTION_DAYS)
  await forgetSubscriptions(database, RETENTION_DAYS)
  await forgetPlacedOrders(database, ORDERS_RETENTION_DAYS)
}

/** Where links in emails lead. Pages change nothing by being opened: scanners of mail follow every link. */
interface EmailLinks {
  shop(locale: Locale): string
  confirm(locale: Locale, subscriptionId: string): string
  preferences(locale: Locale, subscriptionId: string): string
  /** Takes the one POST of RFC 8058; opened in a browser it leads to the page of the preferences. */
  unsubscribe(locale: Locale, subscriptionId: string): string
  stopHints(locale: Locale, addressHash: string): string
  /** As `unsubscribe`, for hints. */
  stopHintsAtOnce(locale: Locale, addressHash: string): string
}

/** @param origin of the shop, asked at each email: where we listen is known late */
function createEmailLinks(tokens: EmailTokens, origin: () => string): EmailLinks {
  const to = (path: string, token: string) => `${origin()}${path}${path.includes('?') ? '&' : '?'}token=${token}`
  return {
    shop: (locale) => `${origin()}${localePath(locale, '/shop')}`,
    confirm: (locale, id) => to(localePath(locale, '/newsletter/confirm'), tokens.sign('confirm', id)),
    preferences: (locale, id) => to(localePath(locale, '/newsletter/preferences'), tokens.sign('preferences', id)),
    unsubscribe: (locale, id) => to(`/api/email-subscribe/unsubscribe?lang=${locale}`, tokens.sign('preferences', id)),
    stopHints: (locale, hash) => to(localePath(locale, '/hints/stop'), tokens.sign('stop', hash)),
    stopHintsAtOnce: (locale, hash) => to(`/api/drop-a-hint/stop?lang=${locale}`, tokens.sign('stop', hash)),
  }
}
