import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { Collection } from '#shared/shop-data.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { isInStock, type PriceList, type ProductRecord } from '../records/records.ts'
import { indexMetals, type MetalIndex } from './metal-index.ts'
import { leastPercentOff, buildPriceIndex, type ProductOrder, type PriceIndex } from './price-index.ts'
import { allProducts, productsAt, type ProductSet } from './product-set.ts'

/**
 * What lists are narrowed, sorted and counted by; made once for each snapshot. Its size follows from the shop alone:
 * nothing that a visitor asks for is kept.
 */
export interface ListingIndex {
  everything: ProductSet
  /** By the handle of a category or sub-category. */
  categories: ReadonlyMap<string, ProductSet>
  collections: Record<Collection, GatheredProducts>
  metals: MetalIndex
  /** By the code of the cut, those of `STONE_CUTS` only. */
  cuts: ReadonlyMap<string, ProductSet>
  featured: ProductOrder
  newest: ProductOrder
  /** By the id of the region whose prices they are. */
  prices: ReadonlyMap<string, PriceIndex>
}

/** Products, and the order in which they stand when no one asks for another. */
export interface GatheredProducts {
  products: ProductSet
  featured: ProductOrder
}

interface PriceListed {
  /** In the shop's own order, which gives each its place. */
  products: readonly ProductRecord[]
  byCategory: ReadonlyMap<string, readonly ProductRecord[]>
  byCollection: ReadonlyMap<string, readonly ProductRecord[]>
  byTag: ReadonlyMap<string, readonly ProductRecord[]>
  priceLists: ReadonlyMap<string, PriceList>
}

/** Builds the index, giving the event loop back in between. */
export async function buildListingIndex(groups: PriceListed, yieldToLoop: YieldToLoop): Promise<ListingIndex> {
  const { products, byCategory, byCollection, byTag, priceLists } = groups
  const size = products.length
  const placeOf = new Map(products.map((product, place) => [product, place]))
  const setOf = (some: readonly ProductRecord[] = []): ProductSet =>
    productsAt(
      size,
      some.flatMap((product) => placeOf.get(product) ?? []),
    )
  const everything = allProducts(size)
  const featured = Uint32Array.from(products.keys())
  const newest = newestFirst(products)
  await yieldToLoop()

  const categories = new Map<string, ProductSet>()
  for (const [handle, some] of byCategory) {
    categories.set(handle, setOf(some))
    await yieldToLoop()
  }
  /** The collection of that handle; else the products with that tag. */
  const gather = (collection: Collection): GatheredProducts => {
    const own = byCollection.get(collection)
    return { products: setOf(own?.length ? own : byTag.get(collection)), featured }
  }
  const newIn = gather('new-in')
  const cuts = new Map(STONE_CUTS.flatMap((cut) => (byTag.has(cut) ? [[cut, setOf(byTag.get(cut))] as const] : [])))
  await yieldToLoop()
  const metals = await indexMetals(products, yieldToLoop)
  const prices = new Map<string, PriceIndex>()
  for (const [regionId, priceList] of priceLists) {
    prices.set(regionId, await buildPriceIndex(products, priceList, yieldToLoop))
    await yieldToLoop()
    // Every page asks for it: it is counted before the first one does.
    leastPercentOff(priceList)
    await yieldToLoop()
  }
  const nothingIsNew = newIn.products.every((term) => term === 0)
  return {
    everything,
    categories,
    collections: {
      'best-sellers': gather('best-sellers'),
      trending: gather('trending'),
      // A shop that names nothing as new shows the newest; what can be bought comes first there as everywhere.
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
    ([, a], [, b]) => compareText(b.createdAt, a.createdAt) || compareText(a.id, b.id),
  )
  return Uint32Array.from(places, ([place]) => place)
}

function soldOutLast(order: ProductOrder, products: readonly ProductRecord[]): ProductOrder {
  const soldOut = products.map((product) => Number(!isInStock(product)))
  return order.toSorted((a, b) => (soldOut[a] ?? 0) - (soldOut[b] ?? 0))
}
