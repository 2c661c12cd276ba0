import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { Collection } from '#shared/shop-data.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { isInStock, type PriceList, type ProductRecord } from '../records/records.ts'
import { indexMetals, type MetalIndex } from './metal-index.ts'
import { leastPercentOff, buildPriceIndex, type ProductOrder, type PriceIndex } from './price-index.ts'
import { allProducts, productsAt, type ProductSet } from './product-set.ts'

/** Built once per snapshot. Its size depends on the catalog only, not on the queries. */
export interface ListingIndex {
  everything: ProductSet
  /** By the handle of a category or sub-category. */
  categories: ReadonlyMap<string, ProductSet>
  collections: Record<Collection, SelectedProducts>
  metals: MetalIndex
  /** By the code of the cut; only the cuts of `STONE_CUTS`. */
  cuts: ReadonlyMap<string, ProductSet>
  featured: ProductOrder
  newest: ProductOrder
  prices: ReadonlyMap<string, PriceIndex>
}

export interface SelectedProducts {
  products: ProductSet
  featured: ProductOrder
}

interface GroupedProducts {
  /** In the shop's own order. */
  products: readonly ProductRecord[]
  byCategory: ReadonlyMap<string, readonly ProductRecord[]>
  byCollection: ReadonlyMap<string, readonly ProductRecord[]>
  byTag: ReadonlyMap<string, readonly ProductRecord[]>
  priceLists: ReadonlyMap<string, PriceList>
}

export async function buildListingIndex(groups: GroupedProducts, yieldToLoop: YieldToLoop): Promise<ListingIndex> {
  const { products, byCategory, byCollection, byTag, priceLists } = groups
  const size = products.length
  const placeOf = new Map(products.map((product, place) => [product, place]))
  const setOf = (members: readonly ProductRecord[] = []): ProductSet =>
    productsAt(
      size,
      members.flatMap((product) => placeOf.get(product) ?? []),
    )
  const everything = allProducts(size)
  const featured = Uint32Array.from(products.keys())
  const newest = newestFirst(products)
  await yieldToLoop()

  const categories = new Map<string, ProductSet>()
  for (const [handle, members] of byCategory) {
    categories.set(handle, setOf(members))
    await yieldToLoop()
  }
  /** Returns the collection with this handle or, if it is empty, the products with this tag. */
  const select = (collection: Collection): SelectedProducts => {
    const own = byCollection.get(collection)
    return { products: setOf(own?.length ? own : byTag.get(collection)), featured }
  }
  const newIn = select('new-in')
  const cuts = new Map(STONE_CUTS.flatMap((cut) => (byTag.has(cut) ? [[cut, setOf(byTag.get(cut))] as const] : [])))
  await yieldToLoop()
  const metals = await indexMetals(products, yieldToLoop)
  const prices = new Map<string, PriceIndex>()
  for (const [regionId, priceList] of priceLists) {
    prices.set(regionId, await buildPriceIndex(products, priceList, yieldToLoop))
    await yieldToLoop()
    // Every page needs this value, so it is computed (and memoized) before the first request.
    leastPercentOff(priceList)
    await yieldToLoop()
  }
  const nothingIsNew = newIn.products.every((bits) => bits === 0)
  return {
    everything,
    categories,
    collections: {
      'best-sellers': select('best-sellers'),
      trending: select('trending'),
      // Without products marked as new, the list shows all products, newest first, with those out of stock last.
      'new-in': nothingIsNew ? { products: everything, featured: soldOutLast(newest, products) } : newIn,
    },
    metals,
    cuts,
    featured,
    newest,
    prices,
  }
}

function newestFirst(products: readonly ProductRecord[]): ProductOrder {
  const places = [...products.entries()].toSorted(
    ([, a], [, b]) => compareText(b.createdAt, a.createdAt) || compareText(a.handle, b.handle),
  )
  return Uint32Array.from(places, ([place]) => place)
}

function soldOutLast(order: ProductOrder, products: readonly ProductRecord[]): ProductOrder {
  const soldOut = products.map((product) => Number(!isInStock(product)))
  return order.toSorted((a, b) => (soldOut[a] ?? 0) - (soldOut[b] ?? 0))
}
