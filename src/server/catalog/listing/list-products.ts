import type { Facets } from '#shared/api/product.ts'
import type { CardQuery, ProductSort } from '#shared/api/shop-data.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import type { PriceSheet, ProductRecord } from '../records.ts'
import type { Snapshot } from '../snapshot.ts'
import { applyChoice } from './apply-choice.ts'
import { countFacets } from './count-facets.ts'
import type { GatheredPieces } from './listing-index.ts'
import { countOf, hasPiece, inAll, type PieceSet } from './piece-set.ts'
import type { PieceOrder } from './price-index.ts'

/** For whom a list is made. */
interface Viewer {
  locale: Locale
  /** The prices to narrow and sort by; undefined where none were ever read. */
  sheet: PriceSheet | undefined
}

export interface FoundProducts {
  /** The page that was asked for; everything where no limit was named. */
  products: readonly ProductRecord[]
  /** How many there are on all pages. */
  count: number
  /** Only where they were asked for. */
  facets?: Facets
}

/**
 * The pieces that a question is about, narrowed and in the order asked for, and a page of them.
 * Every order is total: price, then the shop's own order; age, then id.
 * @returns undefined where there is no such category
 */
export function listProducts(
  snapshot: Pick<Snapshot, 'products' | 'listing'>,
  viewer: Viewer,
  query: CardQuery,
): FoundProducts | undefined {
  const { listing } = snapshot
  const { category, collection } = query
  const inCategory = category === undefined ? listing.everything : listing.categories.get(category)
  if (!inCategory) return undefined
  const gathered = collection
    ? listing.collections[collection]
    : { pieces: listing.everything, featured: listing.featured }
  return narrowList(snapshot, viewer, query, { ...gathered, pieces: inAll(inCategory, gathered.pieces) })
}

/** The same of pieces that were gathered already: of the question only the choice, the order and the page count. */
export function narrowList(
  { products, listing }: Pick<Snapshot, 'products' | 'listing'>,
  { locale, sheet }: Viewer,
  query: CardQuery,
  { pieces: list, featured }: GatheredPieces,
): FoundProducts {
  const { sort = 'featured', offset = 0, limit = products.length, withFacets = false } = query
  const prices = sheet && listing.prices.get(sheet.regionId)
  const choice = applyChoice(listing, prices, query)
  const found = inAll(list, choice.metals, choice.cuts, choice.prices)
  const orders: Record<ProductSort, PieceOrder> = {
    featured,
    newest: listing.newest,
    'price-asc': prices?.rising ?? featured,
    'price-desc': prices?.falling ?? featured,
  }
  const places = turnTo(orders[sort], found, offset, limit)
  return {
    products: places.flatMap((place) => products[place] ?? []),
    count: countOf(found),
    ...(withFacets ? { facets: countFacets({ listing, prices, list, choice, query, locale }) } : {}),
  }
}

function turnTo(order: PieceOrder, found: PieceSet, offset: number, limit: number): number[] {
  const page: number[] = []
  let passed = 0
  for (const place of order) {
    if (page.length === limit) break
    if (!hasPiece(found, place)) continue
    if (passed >= offset) page.push(place)
    passed += 1
  }
  return page
}
