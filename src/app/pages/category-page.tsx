import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { categoryPath } from '#shared/page/page-paths.ts'
import type { Category } from '#shared/product/product.ts'

import { findCategory } from '../listing/find-category.ts'
import { ListingHead } from '../listing/listing-head.tsx'
import { Listing } from '../listing/listing.tsx'
import { loadListing, type ListingData } from '../listing/load-listing.ts'
import { notFound } from '../listing/not-found.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import { categoryJsonLd, listingAddress } from '../seo/listing-json-ld.ts'
import type { PageMeta } from '../seo/page-meta.ts'

interface CategoryPageData {
  category: Category
  listing: ListingData
}

export async function loader({ params, request, context }: LoaderFunctionArgs): Promise<CategoryPageData> {
  const shop = context.get(publicDataContext)
  const category = findCategory(await shop.categories(), params.category)
  if (!category) throw notFound()
  return { category, listing: await loadListing(shop, request, category.handle) }
}

export const meta: PageMeta<CategoryPageData> = {
  address: ({ data, params }) => listingAddress(categoryPath(params['category'] ?? ''), data.listing),
  jsonLd: ({ data, path, site }) => categoryJsonLd({ ...data, path }, site),
}

export function Component() {
  const { category, listing } = useLoaderData<CategoryPageData>()
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <>
      <ListingHead
        title={category.name}
        description={category.description || category.name}
        photo={`tile-${category.handle}.webp`}
        listing={listing}
      />
      <Listing
        title={category.name}
        description={category.description}
        crumbs={[{ label: t`Shop`, href: to('/shop') }]}
        path={categoryPath(category.handle)}
        listing={listing}
      />
    </>
  )
}
