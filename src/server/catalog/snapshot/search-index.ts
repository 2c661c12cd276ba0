import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { type Locale, LOCALES } from '#shared/i18n/locale.ts'

import type { ProductRecord } from '../records/records.ts'
import { buildLanguageIndex, type LanguageIndex } from './language-index.ts'
import { productTexts, searchedFacts, type Naming } from './product-texts.ts'

/** Has no prices or stock, so that most changes do not affect it. Its numbers are not places; see `PlacedIndex`. */
export interface SearchIndex {
  /** By product number. */
  records: readonly ProductRecord[]
  languages: Record<Locale, LanguageIndex>
  naming: Naming
}

/** @param before the previous index; reused if no searchable text changed */
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
    const textsOf = (number: number) => {
      const record = products[number]
      return record ? productTexts(record, locale, naming) : []
    }
    languages[locale] = await buildLanguageIndex(products.length, textsOf, yieldToLoop)
  }
  return { records: products, languages: languages as Record<Locale, LanguageIndex>, naming }
}

/** @returns the current products by their previous numbers; undefined if a searchable text changed */
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
  const serialize = ({ categoryById, collectionById }: Naming) =>
    JSON.stringify([[...categoryById.values()], [...collectionById.values()]])
  return a === b || serialize(a) === serialize(b)
}
