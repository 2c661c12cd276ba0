import type {
  CatalogContents,
  CategoryRecord,
  CollectionRecord,
  PriceList,
  Region,
} from '#server/catalog/records/records.ts'
import { stamp } from '#server/catalog/records/stamp.ts'

import { generatedProduct } from '../../../commerce/src/shop/generated-product.ts'
import type { LocalizedText } from '../../../commerce/src/shop/localized-text.ts'
import { toNewProduct } from '../../../commerce/src/shop/new-product.ts'
import { ALL_PRODUCTS, CATEGORIES, COLLECTIONS } from '../../../commerce/src/shop/samples.ts'
import { categoryId, collectionId, makeProduct, perLocale } from './product.ts'

export const REGION: Region = { id: 'reg_us', name: 'International', currency_code: 'USD', countries: ['US'] }

export function generatedContents(count: number): CatalogContents {
  const made = Array.from({ length: count }, (_, index) => {
    const product = ALL_PRODUCTS[index]
    return makeProduct(product ? toNewProduct(product) : generatedProduct(index - ALL_PRODUCTS.length), index)
  })
  const priceList: PriceList = {
    regionId: REGION.id,
    currency_code: REGION.currency_code,
    prices: new Map(made.map(({ record, prices }) => [record.id, stamp(prices, 0)])),
  }
  return {
    frame: stamp({ regions: [REGION], categories: makeCategories(), collections: COLLECTIONS.map(toCollection) }, 0),
    products: new Map(made.map(({ record }) => [record.id, stamp(record, 0)])),
    priceLists: new Map([[REGION.id, priceList]]),
  }
}

function toCollection({ handle, title }: (typeof COLLECTIONS)[number]): CollectionRecord {
  return { id: collectionId(handle), handle, words: perLocale((locale) => ({ title: title[locale] })) }
}

function makeCategories(): CategoryRecord[] {
  return [
    ...CATEGORIES.map((category, rank) => toCategory(category, rank, null)),
    ...CATEGORIES.flatMap(({ handle, children }) =>
      children.map((child, rank) => toCategory(child, rank, categoryId(handle))),
    ),
  ]
}

function toCategory(
  { handle, name, description }: { handle: string; name: LocalizedText; description: LocalizedText },
  rank: number,
  parentId: string | null,
): CategoryRecord {
  const text = perLocale((locale) => ({ name: name[locale], description: description[locale] }))
  return { id: categoryId(handle), handle, parentId, rank, words: text }
}
