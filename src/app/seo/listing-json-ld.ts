import { categoryPath, productPath } from '#shared/page/page-paths.ts'
import { LISTING_PARAMETERS } from '#shared/product/listing-filters.ts'
import type { Category } from '#shared/product/product.ts'

import { listingSearch, type ListingQuery } from '../listing/listing-query.ts'
import type { ListingData } from '../listing/load-listing.ts'
import { type OwnAddress, crumbsOf, type Site, type Thing } from './page-meta.ts'

interface CategoryPage {
  category: Category
  subCategory?: Category['children'][number]
  path: string
  listing: ListingData
}

/** A page with a price range is not cached, because the number of ranges is unlimited. */
export function listingAddress(path: string, query: ListingQuery): OwnAddress {
  return { address: query.price ? null : path + listingSearch(query), parameters: LISTING_PARAMETERS }
}

export function categoryJsonLd({ category, subCategory, path, listing }: CategoryPage, site: Site): Thing[] {
  const { name, description } = subCategory ?? category
  const steps = [
    { name: site.shop, path: '/shop' },
    { name: category.name, path: categoryPath(category.handle) },
    ...(subCategory ? [{ name: subCategory.name, path }] : []),
  ]
  return [
    {
      '@type': 'CollectionPage',
      name,
      ...(description ? { description } : {}),
      url: site.address(path),
      mainEntity: { ...productsOf(listing, site), numberOfItems: listing.list.count },
    },
    crumbsOf(steps, site),
  ]
}

export function productsOf({ list }: ListingData, site: Site): Thing {
  return listOf(
    list.products.map(({ handle }) => productPath(handle)),
    site,
  )
}

/** @param paths paths without language */
export function listOf(paths: readonly string[], { address }: Site): Thing {
  return {
    '@type': 'ItemList',
    itemListElement: paths.map((path, index) => ({ '@type': 'ListItem', position: index + 1, url: address(path) })),
  }
}
