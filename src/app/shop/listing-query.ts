import type { CardQuery, ProductSort } from '#shared/api/shop-data.ts'

export const PAGE_SIZE = 48

const SORTS: readonly ProductSort[] = ['featured', 'newest', 'price-asc', 'price-desc']

/** What a listing's address asks for. */
export interface ListingQuery {
  /** From 1. */
  page: number
  sort: ProductSort
}

/** Reads `?page=2&sort=newest`; what makes no sense is the first page in the shop's own order. */
export function readListingQuery(search: URLSearchParams): ListingQuery {
  const page = search.get('page') ?? ''
  const sort = SORTS.find((known) => known === search.get('sort'))
  return { page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1, sort: sort ?? 'featured' }
}

/** The query of a listing with its question mark; what is the default is left out, so that a page has one address. */
export function listingSearch({ page, sort }: ListingQuery): string {
  const search = new URLSearchParams()
  if (sort !== 'featured') search.set('sort', sort)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `?${search}` : ''
}

/** What the shop is asked for to fill a page of a listing. */
export function toCardQuery({ page, sort }: ListingQuery): CardQuery {
  return { sort, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
}

export function countPages(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE))
}
