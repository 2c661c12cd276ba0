import type { Collection, ProductSort } from '#shared/api/shop-data.ts'

import { compareText } from './reading/compare-text.ts'
import type { PriceSheet, ProductRecord } from './records.ts'
import type { Snapshot } from './snapshot.ts'

export interface Selection {
  /** Handle of a category or a sub-category; every piece when absent. */
  category?: string | undefined
  collection?: Collection | undefined
  sort?: ProductSort | undefined
}

/**
 * The pieces that a question is about, all of them, in the order asked for.
 * @param sheet the prices to sort by
 * @returns undefined where there is no such category
 */
export function listProducts(
  snapshot: Snapshot,
  sheet: PriceSheet | undefined,
  { category, collection, sort = 'featured' }: Selection,
): readonly ProductRecord[] | undefined {
  const chosen = category === undefined ? undefined : snapshot.byCategory.get(category)
  if (category !== undefined && !chosen) return undefined
  const key = [category ?? '', collection ?? '', sort, sheet?.regionId ?? ''].join('|')
  const before = snapshot.sorted.get(key)
  if (before) return before

  const gathered = collection ? gatherCollection(snapshot, collection) : snapshot.products
  const members = chosen && collection ? new Set(chosen) : undefined
  const products = members
    ? gathered.filter((product) => members.has(product))
    : collection
      ? gathered
      : (chosen ?? gathered)
  const inOrder = sortBy(products, sort, sheet)
  snapshot.sorted.set(key, inOrder)
  return inOrder
}

/** The collection of that handle; else the pieces with that tag; else, for what is new, the newest. */
function gatherCollection(snapshot: Snapshot, collection: Collection): readonly ProductRecord[] {
  const own = snapshot.byCollection.get(collection)
  if (own?.length) return own
  const tagged = snapshot.byTag.get(collection)
  if (tagged?.length) return tagged
  return collection === 'new-in' ? newestFirst(snapshot.products) : []
}

function sortBy(
  products: readonly ProductRecord[],
  sort: ProductSort,
  sheet: PriceSheet | undefined,
): readonly ProductRecord[] {
  if (sort === 'featured') return products
  if (sort === 'newest') return newestFirst(products)
  const direction = sort === 'price-asc' ? 1 : -1
  const priceOf = (product: ProductRecord): number | undefined =>
    sheet?.prices.get(product.id)?.value.lowest?.calculated_amount
  return products
    .map((product) => ({ product, price: priceOf(product) }))
    .toSorted((a, b) => {
      if (a.price === undefined || b.price === undefined)
        return Number(a.price === undefined) - Number(b.price === undefined)
      return (a.price - b.price) * direction
    })
    .map(({ product }) => product)
}

function newestFirst(products: readonly ProductRecord[]): readonly ProductRecord[] {
  return products.toSorted((a, b) => compareText(b.createdAt, a.createdAt) || compareText(a.id, b.id))
}
