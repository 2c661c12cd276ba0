import type { ShownCardList } from '#shared/product/shown-product.ts'
import type { PublicData } from '#shared/shop-data.ts'

import { countPages, readListingQuery, toCardQuery, type ListingQuery } from './listing-query.ts'
import { notFound } from './not-found.ts'

export interface ListingData<List extends ShownCardList = ShownCardList> extends ListingQuery {
  list: List
}

/**
 * @param category handle of a category or subcategory; absent for all products
 * @throws a 404 response for a page after the last one
 */
export async function loadListing(shop: PublicData, request: Request, category?: string): Promise<ListingData> {
  const asked = readListingQuery(new URL(request.url).searchParams)
  const ask = (query: ListingQuery) => shop.cards({ ...toCardQuery(query), withFacets: true, category })
  return fillListing({ ...asked, q: '' }, ask)
}

/**
 * @param ask loads the products with their facets
 * @throws a 404 response for a page after the last one
 */
export async function fillListing<List extends ShownCardList>(
  asked: ListingQuery,
  ask: (query: ListingQuery) => Promise<List>,
): Promise<ListingData<List>> {
  let query = asked
  let list = await ask(query)
  // The response lists the available metals. Metals in the URL that are not among them are ignored.
  const metals = asked.metals.filter((code) => list.facets?.metals.some((metal) => metal.code === code) ?? true)
  if (metals.length < asked.metals.length) {
    query = { ...asked, metals }
    list = await ask(query)
  }
  if (isAnswered(list) && query.page > countPages(list.count, query.q)) throw notFound()
  return { ...query, list }
}

/** False if the products could not be loaded, so that an empty list does not mean that there are none. */
export function isAnswered({ count, facets }: ShownCardList): boolean {
  return count > 0 || facets !== undefined
}
