import type { Collection } from '#shared/api/shop-data.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import { compareText } from '#shared/text/compare-text.ts'

import { isInStock } from '../availability.ts'
import type { Breathe } from '../pace/breather.ts'
import type { PriceSheet, ProductRecord } from '../records.ts'
import { leastPercentOff } from './least-percent-off.ts'
import { indexMetals, type MetalIndex } from './metal-index.ts'
import { allPieces, piecesAt, type PieceSet } from './piece-set.ts'
import { buildPriceIndex, type PieceOrder, type PriceIndex } from './price-index.ts'

/**
 * What lists are narrowed, sorted and counted by; made once for each snapshot. Its size follows from the shop alone:
 * nothing that a visitor asks for is kept.
 */
export interface ListingIndex {
  everything: PieceSet
  /** By the handle of a category or sub-category. */
  categories: ReadonlyMap<string, PieceSet>
  collections: Record<Collection, GatheredPieces>
  metals: MetalIndex
  /** By the code of the cut, those of `STONE_CUTS` only. */
  cuts: ReadonlyMap<string, PieceSet>
  featured: PieceOrder
  newest: PieceOrder
  /** By the id of the region whose prices they are. */
  prices: ReadonlyMap<string, PriceIndex>
}

/** Pieces, and the order in which they stand when nobody asks for another. */
export interface GatheredPieces {
  pieces: PieceSet
  featured: PieceOrder
}

interface Shelves {
  /** In the shop's own order, which gives each its place. */
  products: readonly ProductRecord[]
  byCategory: ReadonlyMap<string, readonly ProductRecord[]>
  byCollection: ReadonlyMap<string, readonly ProductRecord[]>
  byTag: ReadonlyMap<string, readonly ProductRecord[]>
  sheets: ReadonlyMap<string, PriceSheet>
}

/** Builds the index, giving the event loop back in between. */
export async function buildListingIndex(shelves: Shelves, breathe: Breathe): Promise<ListingIndex> {
  const { products, byCategory, byCollection, byTag, sheets } = shelves
  const size = products.length
  const placeOf = new Map(products.map((product, place) => [product, place]))
  const setOf = (some: readonly ProductRecord[] = []): PieceSet =>
    piecesAt(
      size,
      some.flatMap((product) => placeOf.get(product) ?? []),
    )
  const everything = allPieces(size)
  const featured = Uint32Array.from(products.keys())
  const newest = newestFirst(products)
  await breathe()

  const categories = new Map<string, PieceSet>()
  for (const [handle, some] of byCategory) {
    categories.set(handle, setOf(some))
    await breathe()
  }
  /** The collection of that handle; else the pieces with that tag. */
  const gather = (collection: Collection): GatheredPieces => {
    const own = byCollection.get(collection)
    return { pieces: setOf(own?.length ? own : byTag.get(collection)), featured }
  }
  const newIn = gather('new-in')
  const cuts = new Map(STONE_CUTS.flatMap((cut) => (byTag.has(cut) ? [[cut, setOf(byTag.get(cut))] as const] : [])))
  await breathe()
  const metals = await indexMetals(products, breathe)
  const prices = new Map<string, PriceIndex>()
  for (const [regionId, sheet] of sheets) {
    prices.set(regionId, await buildPriceIndex(products, sheet, breathe))
    await breathe()
    // Every page asks for it: it is counted before the first one does.
    leastPercentOff(sheet)
    await breathe()
  }
  const nothingIsNew = newIn.pieces.every((word) => word === 0)
  return {
    everything,
    categories,
    collections: {
      'best-sellers': gather('best-sellers'),
      trending: gather('trending'),
      // A shop that names nothing as new shows the newest; what can be bought comes first there as everywhere.
      'new-in': nothingIsNew ? { pieces: everything, featured: soldOutLast(newest, products) } : newIn,
    },
    metals,
    cuts,
    featured,
    newest,
    prices,
  }
}

function newestFirst(products: readonly ProductRecord[]): PieceOrder {
  const places = [...products.entries()].toSorted(
    ([, a], [, b]) => compareText(b.createdAt, a.createdAt) || compareText(a.id, b.id),
  )
  return Uint32Array.from(places, ([place]) => place)
}

function soldOutLast(order: PieceOrder, products: readonly ProductRecord[]): PieceOrder {
  const soldOut = products.map((product) => Number(!isInStock(product)))
  return order.toSorted((a, b) => (soldOut[a] ?? 0) - (soldOut[b] ?? 0))
}
