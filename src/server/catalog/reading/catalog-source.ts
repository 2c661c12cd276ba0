import type { Store } from '@medusajs/js-sdk'

import { LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import type { Breathe } from '../pace/breather.ts'

/** The backend's calls that the catalogue is read with. */
export type CatalogStore = Pick<Store, 'region' | 'category' | 'collection' | 'product'>

export interface CatalogSource {
  store: CatalogStore
  /** The language that the backend's own words are in; the others come from its translations. */
  defaultLocale: Locale
  priceUnit: 'major' | 'minor'
  breathe: Breathe
}

/** The backend is slow and serves carts too: the catalogue never asks it more than this at once. */
export const CALLS_AT_ONCE = 2
export const PRODUCTS_A_CALL = 50

/** Headers that make the backend answer in one language. */
export function localeHeaders(source: CatalogSource, locale: Locale): Record<string, string> {
  return locale === source.defaultLocale ? {} : { 'x-medusa-locale': LANGUAGE_TAGS[locale] }
}

/** Makes an entry for every language. */
export function perLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, Value>
}
