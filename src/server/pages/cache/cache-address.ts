import { parameterName } from '#server/http/request-url.ts'
import { LOCALES } from '#shared/i18n/locale.ts'

/** In characters; pages answer longer URLs with 414. */
const LONGEST = 8192
const PAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?:[/?]|$)`)
/** Query parameters that campaigns and ad networks add. */
const TRACKING = new RegExp(
  `^(?:${[
    'utm_\\w+|ref|_openstat',
    // Google, Microsoft and Yandex.
    'gclid|gad_\\w+|gbraid|wbraid|dclid|srsltid|_gl|msclkid|yclid|ysclid|ymclid',
    // Networks and messengers.
    'fbclid|igshid|ttclid|twclid|li_fat_id|epik|ScCid',
    // Email campaigns and affiliate networks.
    'mc_[ce]id|_kx|irclickid',
  ].join('|')})(?:=|$)`,
  'i',
)

/**
 * The URL under which a page is looked up: without tracking parameters.
 * @param url path and query of a request
 * @returns undefined if the URL is not that of a page
 */
export function cacheAddress(url: string): string | undefined {
  return url.length > LONGEST || !PAGE.test(url) ? undefined : withoutTracking(url)
}

/** Drops tracking parameters, empty parameters and an empty query. */
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

/** Parameters of previews, which are never cached. */
const PREVIEW = ['preview', 'previewToken']

/**
 * Drops query parameters that the page does not read.
 * @param address as `cacheAddress` returns it
 * @param parameters the names that the page reads
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
