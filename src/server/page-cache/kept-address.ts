import { LOCALES } from '#shared/i18n/locale.ts'

/** An address that is longer leads to no page of ours. */
const LONGEST = 512
const PAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?:[/?]|$)`)
/** What campaigns and networks write behind an address. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|srsltid|msclkid|ttclid|twclid|igshid|yclid|ysclid|_openstat|mc_[ce]id)(?:=|$)/i

/** Whether a part of a query tells somebody where a visitor came from, and changes nothing of what they see. */
export function isTracking(part: string): boolean {
  return TRACKING.test(part)
}

/**
 * The address under which a page is looked up: as it was written, without what only tracks the visitor.
 * @param url path and query of a request
 * @returns undefined for what is no page
 */
export function keptAddress(url: string): string | undefined {
  return url.length > LONGEST || !PAGE.test(url) ? undefined : withoutTracking(url)
}

/** An address without what only tracks the visitor, and without a query that says nothing. */
export function withoutTracking(url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return url
  const meant = url
    .slice(query + 1)
    .split('&')
    .filter((part) => part !== '' && !isTracking(part))
  const path = url.slice(0, query)
  return meant.length > 0 ? `${path}?${meant.join('&')}` : path
}
