import { parameterName } from '#server/http/request-url.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

/** Pages refuse addresses that are longer. */
const LONGEST = 8192
const PAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?:[/?]|$)`)
/** What campaigns and networks write behind an address. */
const TRACKING = new RegExp(
  `^(?:${[
    'utm_\\w+|ref|_openstat',
    // Google, Microsoft and Yandex.
    'gclid|gad_\\w+|gbraid|wbraid|dclid|srsltid|_gl|msclkid|yclid|ysclid|ymclid',
    // Networks and messengers.
    'fbclid|igshid|ttclid|twclid|li_fat_id|epik|ScCid',
    // Letters and partners.
    'mc_[ce]id|_kx|irclickid',
  ].join('|')})(?:=|$)`,
  'i',
)

/**
 * The address under which a page is looked up: as it was written, without what only tracks the visitor.
 * @param url path and query of a request
 * @returns undefined for what is no page
 */
export function cacheAddress(url: string): string | undefined {
  return url.length > LONGEST || !PAGE.test(url) ? undefined : withoutTracking(url)
}

/** An address without what only tracks the visitor, and without a query that says nothing. */
function withoutTracking(url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return url
  const meant = url
    .slice(query + 1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part))
  const path = url.slice(0, query)
  return meant.length > 0 ? `${path}?${meant.join('&')}` : path
}

/** Parameters that turn a page into a draft, which the cache knows nothing of. */
const PREVIEW = ['preview', 'previewToken']

/**
 * The cache key of an address without the parameters that mean nothing to its page, which may be written in any way.
 * @param address as `cacheAddress` gives it
 * @param parameters names of those that mean something
 * @returns undefined for a request for a preview
 */
export function withoutUnknownParameters(address: string, parameters: readonly string[]): string | undefined {
  const mark = address.indexOf('?')
  if (mark === -1) return address
  const parts = address.slice(mark + 1).split('&')
  const names = parts.map(parameterName)
  if (names.some((name) => PREVIEW.includes(name))) return undefined
  const known = parts.filter((_, index) => parameters.includes(names[index] ?? ''))
  return known.length === 0 ? address.slice(0, mark) : `${address.slice(0, mark)}?${known.join('&')}`
}
