import type { Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'

import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import type { Interpreter } from '../interpreting/interpreter.ts'

export interface CatalogSource {
  store: Pick<Store, 'region' | 'category' | 'collection' | 'product'>
  /** Product calls that return the response body as bytes; the interpreter parses it in its thread. */
  bytes: Pick<Store, 'product'>
  interpreter: Interpreter
  /** The language of the backend's own texts. The other languages come from its translations. */
  defaultLocale: Locale
  priceUnit: 'major' | 'minor'
  yieldToLoop: YieldToLoop
}

/** How many calls run at once. The backend is slow and serves carts too. */
export const CALLS_AT_ONCE = 2
export const PRODUCTS_A_CALL = 50

/** Request headers that choose the language of the response. */
export function localeHeaders(source: CatalogSource, locale: Locale): Record<string, string> {
  return locale === source.defaultLocale ? {} : { 'x-medusa-locale': LANGUAGE_TAGS[locale] }
}

/** Lists products. @returns the unparsed response body @throws BackendError */
export async function listInBytes(
  source: CatalogSource,
  query: HttpTypes.StoreProductListParams,
  locale: Locale = source.defaultLocale,
): Promise<ArrayBuffer> {
  const answer: unknown = await source.bytes.product.list(query, localeHeaders(source, locale))
  return answer as ArrayBuffer
}
