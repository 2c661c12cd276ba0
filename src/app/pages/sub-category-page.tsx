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

interface SubCategoryPageData {
  category: Category
  subCategory: Category['children'][number]
  listing: ListingData
}

export async function loader({ params, request, context }: LoaderFunctionArgs): Promise<SubCategoryPageData> {
  const shop = context.get(publicDataContext)
  const category = findCategory(await shop.categories(), params.category)
  const handle = params.subCategory ?? ''
  const subCategory =
    category?.children.find((child) => child.handle === handle) ??
    category?.children.find(({ former_handles: former }) => former?.includes(handle))
  if (!category || !subCategory) throw notFound()
  return { category, subCategory, listing: await loadListing(shop, request, subCategory.handle) }
}

export const meta: PageMeta<SubCategoryPageData> = {
  // A former handle redirects to this address.
  address: ({ data: { category, subCategory, listing } }) =>
    listingAddress(categoryPath(category.handle, subCategory.handle), listing),
  jsonLd: ({ data, path, site }) => categoryJsonLd({ ...data, path }, site),
}

export function Component() {
  const { category, subCategory, listing } = useLoaderData<SubCategoryPageData>()
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <>
      <ListingHead
        title={`${subCategory.name} · ${category.name}`}
        description={subCategory.description || category.description || subCategory.name}
        photo={`tile-${category.handle}.webp`}
        listing={listing}
      />
      <Listing
        title={subCategory.name}
        description={subCategory.description}
        crumbs={[
          { label: t`Shop`, href: to('/shop') },
          { label: category.name, href: to(categoryPath(category.handle)) },
        ]}
        path={categoryPath(category.handle, subCategory.handle)}
        listing={listing}
      />
    </>
  )
}
