import { writePriceRange, parsePriceRange } from '#shared/product/price-range.ts'
import type { PriceRange } from '#shared/product/product.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'
import type { CardQuery, ProductSort } from '#shared/shop-data.ts'

/** Fills rows of two, three and four. */
const PAGE_SIZE = 48
/** */
const SEARCH_PAGE_SIZE = 50

const SORTS: readonly ProductSort[] = ['featured', 'newest', 'price-asc', 'price-desc']

/** Only the catalog defines which metals exist. */
const METAL = /^[a-z][a-z0-9-]{0,39}$/
const MOST_METALS = 12

export interface ListingFilters {
  /** In alphabetical order. */
  metals: readonly string[]
  /** In the order of `STONE_CUTS`. */
  cuts: readonly StoneCut[]
  /** In hundredths of the visitor's currency. Absent for any price. */
  price?: PriceRange
  inStock: boolean
}

export interface ListingQuery extends ListingFilters {
  /** Empty in a category. */
  q: string
  /** Starts at 1. */
  page: number
  sort: ProductSort
}

export const NO_FILTERS: ListingFilters = { metals: [], cuts: [], inStock: false }

/**
 * Reads `?q=ring&metal=platinum&cut=round&cut=oval&price=250-500&stock=in&sort=newest&page=2`. Invalid values are
 * ignored.
 */
export function readListingQuery(search: URLSearchParams): ListingQuery {
  const page = search.get('page') ?? ''
  const price = readPriceRange(search.get('price') ?? '')
  const metals = new Set(search.getAll('metal').filter((code) => METAL.test(code)))
  const cuts = search.getAll('cut')
  return {
    q: search.get('q') ?? '',
    metals: [...metals].toSorted().slice(0, MOST_METALS),
    cuts: STONE_CUTS.filter((cut) => cuts.includes(cut)),
    ...(price ? { price } : {}),
    inStock: search.get('stock') === 'in',
    sort: SORTS.find((known) => known === search.get('sort')) ?? 'featured',
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** Omits default values and has a fixed order, so that each page has a single URL. */
export function listingSearch({ q, metals, cuts, price, inStock, sort, page }: ListingQuery): string {
  const search = new URLSearchParams(q === '' ? {} : { q })
  for (const metal of metals) search.append('metal', metal)
  for (const cut of cuts) search.append('cut', cut)
  if (price) search.set('price', writePriceRange(price))
  if (inStock) search.set('stock', 'in')
  if (sort !== 'featured') search.set('sort', sort)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `?${search}` : ''
}

export function toCardQuery({ q, metals, cuts, price, inStock, sort, page }: ListingQuery): CardQuery {
  const limit = pageSizeOf(q)
  return {
    ...(metals.length > 0 ? { metals } : {}),
    ...(cuts.length > 0 ? { cuts } : {}),
    ...(price ? { price } : {}),
    ...(inStock ? { inStock } : {}),
    sort,
    limit,
    offset: (page - 1) * limit,
  }
}

/** `q` is empty in a category. */
export function countPages(count: number, q: string): number {
  return Math.max(1, Math.ceil(count / pageSizeOf(q)))
}

function pageSizeOf(q: string): number {
  return q === '' ? PAGE_SIZE : SEARCH_PAGE_SIZE
}

const RANGE = /^(?:\d{1,8}(?:\.\d\d)?)?-(?:\d{1,8}(?:\.\d\d)?)?$/

/**
 * Parses `250-500`, `-250`, `1000-` and `-500.01` in units of a currency.
 * @returns hundredths; undefined if the text contains no prices or covers all prices
 */
function readPriceRange(text: string): PriceRange | undefined {
  if (!RANGE.test(text)) return undefined
  const { min = 0, max } = parsePriceRange(text)
  if (max === undefined) return min > 0 ? { min } : undefined
  if (max <= min) return undefined
  return min > 0 ? { min, max } : { max }
}
