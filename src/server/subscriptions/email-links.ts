import type { EmailTokens } from '#server/email/email-tokens.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** Where links in emails lead. Pages change nothing by being opened: scanners of mail follow every link. */
export interface EmailLinks {
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
export function createEmailLinks(tokens: EmailTokens, origin: () => string): EmailLinks {
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
