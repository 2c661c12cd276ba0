import { forgetPlacedOrders } from '#server/cart/orders-queries.ts'
import { createEmailTokens, type EmailTokens } from '#server/email/email-tokens.ts'
import type { Emails } from '#server/email/mailer-plugin.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Secrets } from '#server/keys.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import { forgetHints, forgetSubscriptions } from './subscriptions-queries.ts'

export type Mailing = ReturnType<typeof createMailing>

interface MailingOptions {
  database: Database
  emails: Pick<Emails, 'queue'>
  secrets: Secrets
  origin: () => string
}

/** The privacy policy states this too. */
const RETENTION_DAYS = 90
/** As long as products can be returned by their order. */
const ORDERS_RETENTION_DAYS = 730

export function createMailing({ database, emails, secrets, origin }: MailingOptions) {
  const tokens = createEmailTokens(secrets)
  return { database, emails, tokens, links: createEmailLinks(tokens, origin) }
}

export async function forgetOldMailings({ database }: Mailing): Promise<void> {
  await forgetHints(database, RETENTION_DAYS)
  await forgetSubscriptions(database, RETENTION_DAYS)
  await forgetPlacedOrders(database, ORDERS_RETENTION_DAYS)
}

/** Opening a page changes nothing, because mail scanners follow every link. */
interface EmailLinks {
  shop(locale: Locale): string
  confirm(locale: Locale, subscriptionId: string): string
  preferences(locale: Locale, subscriptionId: string): string
  /** Accepts the POST of RFC 8058; opened in a browser, it redirects to the preferences page. */
  unsubscribe(locale: Locale, subscriptionId: string): string
  stopHints(locale: Locale, addressHash: string): string
  /** Like `unsubscribe`, for hints. */
  stopHintsAtOnce(locale: Locale, addressHash: string): string
  /** Confirms and stops all stock alerts of an address. */
  stockAlerts(locale: Locale, recipientHash: string): string
  /** Like `unsubscribe`, for stock alerts. */
  stopStockAlertsAtOnce(locale: Locale, recipientHash: string): string
}

/** @param origin called per link, because the address is only known once the server listens */
function createEmailLinks(tokens: EmailTokens, origin: () => string): EmailLinks {
  const to = (path: string, token: string) => `${origin()}${path}${path.includes('?') ? '&' : '?'}token=${token}`
  return {
    shop: (locale) => `${origin()}${localePath(locale, '/shop')}`,
    confirm: (locale, id) => to(localePath(locale, '/newsletter/confirm'), tokens.sign('confirm', id)),
    preferences: (locale, id) => to(localePath(locale, '/newsletter/preferences'), tokens.sign('preferences', id)),
    unsubscribe: (locale, id) => to(`/api/email-subscribe/unsubscribe?lang=${locale}`, tokens.sign('preferences', id)),
    stopHints: (locale, hash) => to(localePath(locale, '/hints/stop'), tokens.sign('stop', hash)),
    stopHintsAtOnce: (locale, hash) => to(`/api/drop-a-hint/stop?lang=${locale}`, tokens.sign('stop', hash)),
    stockAlerts: (locale, hash) => to(localePath(locale, '/back-in-stock/requests'), tokens.sign('stock-alert', hash)),
    stopStockAlertsAtOnce: (locale, hash) =>
      to(`/api/back-in-stock/stop?lang=${locale}`, tokens.sign('stock-alert', hash)),
  }
}
