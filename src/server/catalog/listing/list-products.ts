import type { Locale } from '#shared/i18n/locale.ts'
import type { Facets } from '#shared/product/product.ts'
import type { CardQuery, ProductSort } from '#shared/shop-data.ts'

import type { PriceList, ProductRecord } from '../records/records.ts'
import type { GatheredProducts } from '../snapshot/listing-index.ts'
import type { ProductOrder } from '../snapshot/price-index.ts'
import { countOf, hasProduct, inAll, type ProductSet } from '../snapshot/product-set.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { applyChoice } from './apply-choice.ts'
import { countFacets } from './count-facets.ts'

/** The visitor that a list is made for. */
interface Viewer {
  locale: Locale
  /** The prices to narrow and sort by; undefined where none were ever read. */
  prices: PriceList | undefined
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
 * The products that a question is about, narrowed and in the order asked for, and a page of them.
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
    : { products: listing.everything, featured: listing.featured }
  return narrowList(snapshot, viewer, query, { ...gathered, products: inAll(inCategory, gathered.products) })
}

/** The same of products that were gathered already: of the question only the choice, the order and the page count. */
export function narrowList(
  { products, listing }: Pick<Snapshot, 'products' | 'listing'>,
  { locale, prices: priceList }: Viewer,
  query: CardQuery,
  { products: list, featured }: GatheredProducts,
): FoundProducts {
  const { sort = 'featured', offset = 0, limit = products.length, withFacets = false } = query
  const prices = priceList && listing.prices.get(priceList.regionId)
  const choice = applyChoice(listing, prices, query)
  const found = inAll(list, choice.metals, choice.cuts, choice.prices)
  const orders: Record<ProductSort, ProductOrder> = {
    featured,
    newest: listing.newest,
    'price-asc': prices?.rising ?? featured,
    'price-desc': prices?.falling ?? featured,
  }
  const places = moveTo(orders[sort], found, offset, limit)
  return {
    products: places.flatMap((place) => products[place] ?? []),
    count: countOf(found),
    ...(withFacets ? { facets: countFacets({ listing, prices, list, choice, query, locale }) } : {}),
  }
}

function moveTo(order: ProductOrder, found: ProductSet, offset: number, limit: number): number[] {
  const page: number[] = []
  let passed = 0
  for (const place of order) {
    if (page.length === limit) break
    if (!hasProduct(found, place)) continue
    if (passed >= offset) page.push(place)
    passed += 1
  }
  return page
}
