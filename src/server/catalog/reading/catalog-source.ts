import type { Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import type { Interpreter } from '../interpreting/interpreter.ts'

/** The backend's calls that the catalog is read with. */
export type CatalogStore = Pick<Store, 'region' | 'category' | 'collection' | 'product'>

export interface CatalogSource {
  store: CatalogStore
  /** The same calls, whose answers come as they were sent, in bytes: lists of products are read elsewhere. */
  bytes: Pick<Store, 'product'>
  interpreter: Interpreter
  /** The language that the backend's own words are in; the others come from its translations. */
  defaultLocale: Locale
  priceUnit: 'major' | 'minor'
  yieldToLoop: YieldToLoop
}

/** The backend is slow and serves carts too: the catalog never asks it more than this at once. */
export const CALLS_AT_ONCE = 2
export const PRODUCTS_A_CALL = 50

/** Headers that make the backend answer in one language. */
export function localeHeaders(source: CatalogSource, locale: Locale): Record<string, string> {
  return locale === source.defaultLocale ? {} : { 'x-medusa-locale': LANGUAGE_TAGS[locale] }
}

/** Lists products, and leaves the answer unread. @throws BackendError */
export async function listInBytes(
  source: CatalogSource,
  query: HttpTypes.StoreProductListParams,
  locale: Locale = source.defaultLocale,
): Promise<ArrayBuffer> {
  const answer: unknown = await source.bytes.product.list(query, localeHeaders(source, locale))
  return answer as ArrayBuffer
}
