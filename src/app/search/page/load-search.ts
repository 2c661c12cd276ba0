import { isNarrowed } from '#shared/product/listing-filters.ts'
import type { ShownCard, ShownSearch } from '#shared/product/shown-product.ts'
import { LONGEST_QUERY } from '#shared/search/longest-query.ts'
import type { PublicData } from '#shared/shop-data.ts'

import { readListingQuery, toCardQuery, type ListingQuery } from '../../listing/listing-query.ts'
import { fillListing, isAnswered, type ListingData } from '../../listing/load-listing.ts'
import { readQuery } from '../search-path.ts'

const BEST_SELLERS = 8

export interface SearchPageData {
  /** Null if nothing is asked for. */
  listing: ListingData<ShownSearch> | null
  bestSellers: ShownCard[]
}

/** @throws a 404 response for a page after the last one */
export async function loadSearch(shop: PublicData, request: Request): Promise<SearchPageData> {
  const asked = readListingQuery(new URL(request.url).searchParams)
  const q = readQuery(asked.q.slice(0, LONGEST_QUERY))
  if (q === '' && !asked.price) return { listing: null, bestSellers: [] }
  const listing = await loadResults(shop, { ...asked, q })
  const isInVain = isAnswered(listing.list) && listing.list.count === 0 && !isNarrowed(listing)
  const { products } = isInVain
    ? await shop.cards({ collection: 'best-sellers', limit: BEST_SELLERS })
    : { products: [] }
  return { listing, bestSellers: products }
}

/** A price in the text becomes a filter, so that it can be removed like one that was chosen. */
async function loadResults(shop: PublicData, asked: ListingQuery): Promise<ListingData<ShownSearch>> {
  const listing = await fillListing(asked, (query) =>
    shop.search({ ...toCardQuery(query), q: query.q, withFacets: true }),
  )
  const { text, price } = listing.list.reading
  if (price === null) return { ...listing, q: text }
  // A list without a text has pages of another size.
  if (text === '' && asked.q !== '') {
    const { list, ...all } = await loadResults(shop, { ...asked, q: '', price })
    return { ...all, list: { ...list, reading: listing.list.reading } }
  }
  return { ...listing, q: text, price }
}
