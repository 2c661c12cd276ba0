import type { ShownCardList } from '#shared/product/shown-product.ts'
import type { ShopData } from '#shared/shop-data.ts'

import { countPages, readListingQuery, toCardQuery, type ListingQuery } from './listing-query.ts'
import { notFound } from './not-found.ts'

export interface ListingData<List extends ShownCardList = ShownCardList> extends ListingQuery {
  list: List
}

/**
 * A page of a listing, as the address asks for it, with what it can be narrowed by.
 * @param category handle of a category or sub-category; every product when absent
 * @throws a 404 answer for a page after the last
 */
export async function loadListing(shop: ShopData, request: Request, category?: string): Promise<ListingData> {
  const asked = readListingQuery(new URL(request.url).searchParams)
  const ask = (query: ListingQuery) =>
    shop.cards({ ...toCardQuery(query), withFacets: true, ...(category === undefined ? {} : { category }) })
  return fillListing({ ...asked, q: '' }, ask)
}

/**
 * Fills a page of any listing.
 * @param ask gives the products, with what they can be narrowed by
 * @throws a 404 answer for a page after the last
 */
export async function fillListing<List extends ShownCardList>(
  asked: ListingQuery,
  ask: (query: ListingQuery) => Promise<List>,
): Promise<ListingData<List>> {
  let query = asked
  let list = await ask(query)
  // Which metals there are comes with the answer: one that is not among them was never a choice.
  const metals = asked.metals.filter((code) => list.facets?.metals.some((metal) => metal.code === code) ?? true)
  if (metals.length < asked.metals.length) {
    query = { ...asked, metals }
    list = await ask(query)
  }
  if (isAnswered(list) && query.page > countPages(list.count, query.q)) throw notFound()
  return { ...query, list }
}

/** False if the products could not be loaded: then the list is empty and says nothing about what exists. */
export function isAnswered({ count, facets }: ShownCardList): boolean {
  return count > 0 || facets !== undefined
}
