import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { type Locale, LOCALES } from '#shared/i18n/locale.ts'

import type { ProductRecord } from '../records/records.ts'
import { buildLanguageIndex, type LanguageIndex } from './language-index.ts'
import { productTexts, searchedFacts, type Naming } from './product-texts.ts'

/**
 * What products are found by. Prices and stock are no part of it, so that it outlives most changes of the shop; the
 * numbers of its products are its own.
 */
export interface SearchIndex {
  /** By their numbers. */
  records: readonly ProductRecord[]
  languages: Record<Locale, LanguageIndex>
  naming: Naming
}

/**
 * Builds the index, giving the event loop back in between.
 * @param before the index of what was shown until now: kept where nothing that is searched has changed
 */
export async function buildSearchIndex(
  products: readonly ProductRecord[],
  naming: Naming,
  yieldToLoop: YieldToLoop,
  before?: SearchIndex,
): Promise<SearchIndex> {
  const same = before && (await sameRecords(before, products, naming, yieldToLoop))
  if (same) return { ...before, records: same, naming }
  const languages: Partial<Record<Locale, LanguageIndex>> = {}
  for (const locale of LOCALES) {
    const textsOf = (item: number) => {
      const record = products[item]
      return record ? productTexts(record, locale, naming) : []
    }
    languages[locale] = await buildLanguageIndex(products.length, textsOf, yieldToLoop)
  }
  return { records: products, languages: languages as Record<Locale, LanguageIndex>, naming }
}

/** @returns the products as they are now, under their numbers; undefined where what is searched is other than before */
async function sameRecords(
  { records, naming }: SearchIndex,
  products: readonly ProductRecord[],
  next: Naming,
  yieldToLoop: YieldToLoop,
): Promise<ProductRecord[] | undefined> {
  if (records.length !== products.length || !isSameNaming(naming, next)) return undefined
  const now = new Map(products.map((product) => [product.id, product]))
  const same: ProductRecord[] = []
  for (const record of records) {
    const product = now.get(record.id)
    if (!product || (record !== product && searchedFacts(record) !== searchedFacts(product))) return undefined
    same.push(product)
    await yieldToLoop()
  }
  return same
}

function isSameNaming(a: Naming, b: Naming): boolean {
  const termsOf = ({ categoryById, collectionById }: Naming) =>
    JSON.stringify([[...categoryById.values()], [...collectionById.values()]])
  return a === b || termsOf(a) === termsOf(b)
}
