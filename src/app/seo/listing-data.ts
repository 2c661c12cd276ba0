import type { ListingData } from '../listing/load-listing.ts'
import type { Speaker, Thing } from './thing.ts'

interface CategoryPage {
  name: string
  description: string
  path: string
  listing: ListingData
}

/** A shelf, with the products of the page that is shown. */
export function listingData({ name, description, path, listing }: CategoryPage, speaker: Speaker): Thing {
  return {
    '@type': 'CollectionPage',
    name,
    ...(description ? { description } : {}),
    url: speaker.address(path),
    mainEntity: { ...productsOf(listing, speaker), numberOfItems: listing.list.count },
  }
}

/** The products of the page of a list that is shown. */
export function productsOf({ list }: ListingData, speaker: Speaker): Thing {
  return listOf(
    list.products.map(({ handle }) => `/shop/product/${handle}`),
    speaker,
  )
}

/** What stands in a list, by its paths without their language. */
export function listOf(paths: readonly string[], { address }: Speaker): Thing {
  return {
    '@type': 'ItemList',
    itemListElement: paths.map((path, index) => ({ '@type': 'ListItem', position: index + 1, url: address(path) })),
  }
}
