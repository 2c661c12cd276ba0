import type { Locale } from '#shared/i18n/locale.ts'
import type { Facets, PriceRange } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { CardQuery, ProductSort } from '#shared/shop-data.ts'

import type { PriceList, ProductRecord } from '../records/records.ts'
import type { SelectedProducts, ListingIndex } from '../snapshot/listing-index.ts'
import { productsInMetals } from '../snapshot/metal-index.ts'
import { productsWithin, type PriceIndex, type ProductOrder } from '../snapshot/price-index.ts'
import { countOf, hasProduct, inAll, inAny, type ProductSet } from '../snapshot/product-set.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

interface Viewer {
  locale: Locale
  prices: PriceList | undefined
}

interface FoundProducts {
  /** The requested page; all products if the query has no limit. */
  products: readonly ProductRecord[]
  /** The number of products on all pages. */
  count: number
  facets?: Facets
}

/** Every order is total: by price, then the shop's own; by age, then id. Undefined without such a category. */
export function listProducts(
  snapshot: Pick<Snapshot, 'products' | 'listing'>,
  viewer: Viewer,
  query: CardQuery,
): FoundProducts | undefined {
  const { listing } = snapshot
  const { category, collection } = query
  const inCategory = category === undefined ? listing.everything : listing.categories.get(category)
  if (!inCategory) return undefined
  const selected = collection
    ? listing.collections[collection]
    : { products: listing.everything, featured: listing.featured }
  return narrowList(snapshot, viewer, query, { ...selected, products: inAll(inCategory, selected.products) })
}

/** Like `listProducts`, for products that are already selected: ignores the category and collection of the query. */
export function narrowList(
  { products, listing }: Pick<Snapshot, 'products' | 'listing'>,
  { locale, prices: priceList }: Viewer,
  query: CardQuery,
  { products: list, featured }: SelectedProducts,
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
  const places = pageOf(orders[sort], found, offset, limit)
  return {
    products: places.flatMap((place) => products[place] ?? []),
    count: countOf(found),
    ...(withFacets ? { facets: countFacets({ listing, prices, list, choice, query, locale }) } : {}),
  }
}

function pageOf(order: ProductOrder, found: ProductSet, offset: number, limit: number): number[] {
  const page: number[] = []
  let skipped = 0
  for (const place of order) {
    if (page.length === limit) break
    if (!hasProduct(found, place)) continue
    if (skipped >= offset) page.push(place)
    else skipped += 1
  }
  return page
}

interface FacetQuery {
  listing: ListingIndex
  prices: PriceIndex | undefined
  /** Without any filter. */
  list: ProductSet
  choice: AppliedChoice
  query: CardQuery
  locale: Locale
}

/** A value stays listed while the unfiltered list has it or it is chosen: no filter disappears during shopping. */
function countFacets({ listing, prices, list, choice, query, locale }: FacetQuery): Facets {
  const { metals: metalCodes = [], cuts: cutCodes = [], price, inStock = false } = query
  const hasAny = (products: ProductSet | undefined): products is ProductSet =>
    products !== undefined && countOf(inAll(list, products)) > 0
  const besideMetals = inAll(list, choice.cuts, choice.prices)
  const besideCuts = inAll(list, choice.metals, choice.prices)
  const besidePrices = inAll(list, choice.metals, choice.cuts)
  return {
    metals: listing.metals.metals
      .filter(({ code }) => metalCodes.includes(code) || hasAny(listing.metals.made.of.get(code)))
      .map(({ code, names }) => ({
        code,
        value: names[locale],
        count: countOf(inAll(besideMetals, productsInMetals(listing.metals, [code], inStock))),
      })),
    cuts: STONE_CUTS.flatMap((code) => {
      const products = listing.cuts.get(code)
      if (!products || !(cutCodes.includes(code) || hasAny(products))) return []
      return [{ code, count: countOf(inAll(besideCuts, products)) }]
    }),
    prices: (prices?.bands ?? [])
      .filter(({ range, products }) => isSame(range, price) || hasAny(products))
      .map(({ range, products }) => ({ ...range, count: countOf(inAll(besidePrices, products)) })),
    in_stock: countOf(inAll(besideMetals, productsInMetals(listing.metals, metalCodes, true))),
  }
}

function isSame(band: PriceRange, chosen: PriceRange | undefined): boolean {
  return chosen !== undefined && band.min === chosen.min && band.max === chosen.max
}

/** For each facet the products of the whole shop that match its filter; all products if it has none. */
interface AppliedChoice {
  /** Metal and stock combined: with both filters a variant in a chosen metal must be in stock. */
  metals: ProductSet
  cuts: ProductSet
  prices: ProductSet
}

/** Values of one facet are combined with OR, facets with AND. */
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
