import { LOCALES } from '#shared/i18n/locale.ts'

/** An address that is longer leads to no page of ours. */
const LONGEST = 512
const PAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?:[/?]|$)`)
/** Tells somebody where a visitor came from, and changes nothing of what they see. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid)(?:=|$)/i

/**
 * The address under which a page is looked up: as it was written, without what only tracks the visitor.
 * @param url path and query of a request
 * @returns undefined for what is no page
 */
export function keptAddress(url: string): string | undefined {
  if (url.length > LONGEST || !PAGE.test(url)) return undefined
  const query = url.indexOf('?')
  if (query === -1) return url
  const meant = url
    .slice(query + 1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part))
  const path = url.slice(0, query)
  return meant.length > 0 ? `${path}?${meant.join('&')}` : path
}
