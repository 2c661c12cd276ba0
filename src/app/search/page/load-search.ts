import type { ShownCard, ShownSearch } from '#shared/product/shown-product.ts'
import { LONGEST_QUERY } from '#shared/search/longest-query.ts'
import type { ShopData } from '#shared/shop-data.ts'

import { isNarrowed, readListingQuery, toCardQuery } from '../../listing/listing-query.ts'
import { fillListing, isAnswered, type ListingData } from '../../listing/load-listing.ts'
import { readQuery } from '../search-path.ts'

const BEST_SELLERS = 8

export interface SearchPageData {
  /** The results. Null if the query is empty. */
  listing: ListingData<ShownSearch> | null
  /** Shown if nothing was found. */
  bestSellers: ShownCard[]
}

/**
 * Loads the page of search results that the URL names.
 * @throws a 404 response for a page after the last one
 */
export async function loadSearch(shop: ShopData, request: Request): Promise<SearchPageData> {
  const asked = readListingQuery(new URL(request.url).searchParams)
  const q = readQuery(asked.q.slice(0, LONGEST_QUERY))
  if (q === '') return { listing: null, bestSellers: [] }
  const listing = await fillListing({ ...asked, q }, (query) =>
    shop.search({ ...toCardQuery(query), q, withFacets: true }),
  )
  const isInVain = isAnswered(listing.list) && listing.list.count === 0 && !isNarrowed(listing)
  const { products } = isInVain
    ? await shop.cards({ collection: 'best-sellers', limit: BEST_SELLERS })
    : { products: [] }
  return { listing, bestSellers: products }
}
