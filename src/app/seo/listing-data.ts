import type { Category } from '#shared/product/product.ts'

import { CATEGORY_PARAMETERS, listingSearch, type ListingQuery } from '../listing/listing-query.ts'
import type { ListingData } from '../listing/load-listing.ts'
import { type OwnAddress, crumbsOf, type Speaker, type Thing } from './page-meta.ts'

interface CategoryPage {
  category: Category
  subCategory?: Category['children'][number]
  /** Of the page, without its language. */
  path: string
  listing: ListingData
}

/** Any two amounts are a range, so a page of a price range has no address of its own. */
export function listingAddress(path: string, query: ListingQuery): OwnAddress {
  return { address: query.price ? null : path + listingSearch(query), parameters: CATEGORY_PARAMETERS }
}

/** A category with the products of the page that is shown, and the way to it. */
export function categoryData({ category, subCategory, path, listing }: CategoryPage, speaker: Speaker): Thing[] {
  const { name, description } = subCategory ?? category
  const steps = [
    { name: speaker.shop, path: '/shop' },
    { name: category.name, path: `/shop/${category.handle}` },
    ...(subCategory ? [{ name: subCategory.name, path }] : []),
  ]
  return [
    {
      '@type': 'CollectionPage',
      name,
      ...(description ? { description } : {}),
      url: speaker.address(path),
      mainEntity: { ...productsOf(listing, speaker), numberOfItems: listing.list.count },
    },
    crumbsOf(steps, speaker),
  ]
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
