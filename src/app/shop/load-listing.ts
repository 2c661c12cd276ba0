import type { ProductCardList } from '#shared/api/product.ts'
import type { ShopData } from '#shared/api/shop-data.ts'

import { countPages, readListingQuery, toCardQuery, type ListingQuery } from './listing-query.ts'
import { notFound } from './not-found.ts'

export interface ListingData extends ListingQuery {
  list: ProductCardList
}

/**
 * A page of a listing, as the address asks for it.
 * @param category handle of a category or sub-category; every piece when absent
 * @throws a 404 answer for a page after the last
 */
export async function loadListing(shop: ShopData, request: Request, category?: string): Promise<ListingData> {
  const query = readListingQuery(new URL(request.url).searchParams)
  const list = await shop.cards({ ...toCardQuery(query), ...(category === undefined ? {} : { category }) })
  if (query.page > 1 && query.page > countPages(list.count)) throw notFound()
  return { ...query, list }
}
