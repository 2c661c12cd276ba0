import { createShop, type Shop } from '#server/catalog/shop.ts'
import { buildSnapshot } from '#server/catalog/snapshot/snapshot.ts'
import { NO_SYNONYMS, type Synonyms } from '#server/content/synonyms.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { SearchReading } from '#shared/product/search.ts'
import type { SearchQuery } from '#shared/shop-data.ts'
import { generatedContents, REGION } from '#test/support/generated/contents.ts'

export interface SearchedShop {
  shop: Shop
  handles: (q: string, locale?: Locale, choice?: Omit<SearchQuery, 'q'>) => string[]
  reading: (q: string, locale?: Locale) => SearchReading
  count: (q: string, locale?: Locale) => number
  suggest: (q: string, locale?: Locale, limit?: number) => string[]
}

/** The products of the sample shop; further generated ones would resemble them. */
const SAMPLE = 37

/** The products of the sample shop, without a backend. */
export async function openSearchedShop(synonyms: Partial<Synonyms> = {}): Promise<SearchedShop> {
  const snapshot = await buildSnapshot(generatedContents(SAMPLE), 'any')
  const shop = createShop(
    snapshot,
    () => undefined,
    () => ({ ...NO_SYNONYMS, ...synonyms }),
  )
  const view = (locale: Locale) => ({ locale, regionId: REGION.id })
  return {
    shop,
    handles: (q, locale = 'en', choice = {}) =>
      shop.search({ q, ...choice }, view(locale)).products.map(({ handle }) => handle),
    reading: (q, locale = 'en') => shop.search({ q }, view(locale)).reading,
    count: (q, locale = 'en') => shop.search({ q }, view(locale)).count,
    suggest: (q, locale = 'en', limit = 5) => shop.suggest(q, view(locale), limit),
  }
}
