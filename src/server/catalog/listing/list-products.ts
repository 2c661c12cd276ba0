import type { Locale } from '#shared/i18n/locale.ts'
import type { Facets, PriceRange } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { CardQuery, ProductSort } from '#shared/shop-data.ts'

import type { PriceList, ProductRecord } from '../records/records.ts'
import type { GatheredProducts, ListingIndex } from '../snapshot/listing-index.ts'
import { productsInMetals } from '../snapshot/metal-index.ts'
import { type PriceIndex, type ProductOrder, productsWithin } from '../snapshot/price-index.ts'
import { countOf, hasProduct, inAll, type ProductSet, inAny } from '../snapshot/product-set.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The visitor that a list is made for. */
interface Viewer {
  locale: Locale
  /** The prices to narrow and sort by; undefined where none were ever read. */
  prices: PriceList | undefined
}

interface FoundProducts {
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

interface FacetQuery {
  listing: ListingIndex
  prices: PriceIndex | undefined
  /** The list before anything was chosen. */
  list: ProductSet
  choice: AppliedChoice
  query: CardQuery
  locale: Locale
}

/**
 * How many products each value would show beside what is chosen under the other headings. A value stays as long as the
 * list has it at all, or it is chosen, so that nothing jumps away under the shopper's finger; one that the whole shop
 * does not have is never named, whatever an address says.
 */
function countFacets({ listing, prices, list, choice, query, locale }: FacetQuery): Facets {
  const { metals: metalCodes = [], cuts: cutCodes = [], price, inStock = false } = query
  const isThere = (products: ProductSet | undefined): products is ProductSet =>
    products !== undefined && countOf(inAll(list, products)) > 0
  const besideMetals = inAll(list, choice.cuts, choice.prices)
  const besideCuts = inAll(list, choice.metals, choice.prices)
  const besidePrices = inAll(list, choice.metals, choice.cuts)
  return {
    metals: listing.metals.metals
      .filter(({ code }) => metalCodes.includes(code) || isThere(listing.metals.made.of.get(code)))
      .map(({ code, names }) => ({
        code,
        value: names[locale],
        count: countOf(inAll(besideMetals, productsInMetals(listing.metals, [code], inStock))),
      })),
    cuts: STONE_CUTS.flatMap((code) => {
      const products = listing.cuts.get(code)
      if (!products || !(cutCodes.includes(code) || isThere(products))) return []
      return [{ code, count: countOf(inAll(besideCuts, products)) }]
    }),
    prices: (prices?.bands ?? [])
      .filter(({ range, products }) => isSame(range, price) || isThere(products))
      .map(({ range, products }) => ({ ...range, count: countOf(inAll(besidePrices, products)) })),
    in_stock: countOf(inAll(besideMetals, productsInMetals(listing.metals, metalCodes, true))),
  }
}

function isSame(band: PriceRange, chosen: PriceRange | undefined): boolean {
  return chosen !== undefined && band.min === chosen.min && band.max === chosen.max
}

/**
 * Of the whole shop, the products that each heading of a choice leaves; all of them where nothing was chosen under it.
 */
interface AppliedChoice {
  /** Metal and stock together: what is in stock is in stock in a metal that was chosen. */
  metals: ProductSet
  cuts: ProductSet
  prices: ProductSet
}

/** Values under one heading widen the choice, headings narrow it. */
function applyChoice(
  { everything, metals, cuts }: ListingIndex,
  prices: PriceIndex | undefined,
  { metals: metalCodes = [], cuts: cutCodes = [], price = {}, inStock = false }: CardQuery,
): AppliedChoice {
  const anyPrice = price.min === undefined && price.max === undefined
  const chosenCuts = cutCodes.flatMap((code) => cuts.get(code) ?? [])
  return {
    metals: productsInMetals(metals, metalCodes, inStock),
    cuts: cutCodes.length === 0 ? everything : inAny(everything, chosenCuts),
    prices: anyPrice ? everything : prices ? productsWithin(prices, price) : inAny(everything, []),
  }
}
