import { stamp } from '#server/catalog/reading/stamp.ts'
import type { CatalogContents, CategoryRecord, CollectionRecord, PriceSheet, Region } from '#server/catalog/records.ts'

import { CATEGORIES } from '../../../commerce/src/shop/categories.ts'
import { COLLECTIONS } from '../../../commerce/src/shop/collections.ts'
import { generatedProduct } from '../../../commerce/src/shop/generated-product.ts'
import { toNewProduct } from '../../../commerce/src/shop/new-product.ts'
import { ALL_PIECES } from '../../../commerce/src/shop/pieces/all-pieces.ts'
import type { Words } from '../../../commerce/src/shop/words.ts'
import { categoryId, collectionId, makePiece, perLocale } from './piece.ts'

export const REGION: Region = { id: 'reg_us', name: 'International', currency_code: 'USD', countries: ['US'] }

/** A shop as it is read from the backend, without one: the sample shop's pieces, then generated ones. */
export function generatedContents(count: number): CatalogContents {
  const made = Array.from({ length: count }, (_, index) => {
    const piece = ALL_PIECES[index]
    return makePiece(piece ? toNewProduct(piece) : generatedProduct(index - ALL_PIECES.length), index)
  })
  const sheet: PriceSheet = {
    regionId: REGION.id,
    currency_code: REGION.currency_code,
    prices: new Map(made.map(({ record, prices }) => [record.id, stamp(prices, 0)])),
  }
  return {
    frame: stamp({ regions: [REGION], categories: makeCategories(), collections: COLLECTIONS.map(toCollection) }, 0),
    products: new Map(made.map(({ record }) => [record.id, stamp(record, 0)])),
    sheets: new Map([[REGION.id, sheet]]),
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
  { handle, name, description }: { handle: string; name: Words; description: Words },
  rank: number,
  parentId: string | null,
): CategoryRecord {
  const words = perLocale((locale) => ({ name: name[locale], description: description[locale] }))
  return { id: categoryId(handle), handle, parentId, rank, words }
}
