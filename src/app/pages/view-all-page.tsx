import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { ListingHead } from '../listing/listing-head.tsx'
import { Listing } from '../listing/listing.tsx'
import { loadListing, type ListingData } from '../listing/load-listing.ts'
import { useLocalePath } from '../routing/page-context.tsx'
import { publicDataContext } from '../routing/shop-data.ts'
import { listingAddress, productsOf } from '../seo/listing-json-ld.ts'
import type { PageMeta } from '../seo/page-meta.ts'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ListingData> {
  return await loadListing(context.get(publicDataContext), request)
}

export const meta: PageMeta<ListingData> = {
  address: ({ data }) => listingAddress('/shop/viewAll', data),
  jsonLd: ({ data, site }) => [productsOf(data, site)],
}

export function Component() {
  const listing = useLoaderData<ListingData>()
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <>
      <ListingHead
        title={t`All jewellery`}
        description={t`Every piece we make: moissanite rings, necklaces, earrings, bracelets and sets.`}
        listing={listing}
      />
      <Listing
        title={t`All jewellery`}
        crumbs={[{ label: t`Shop`, href: to('/shop') }]}
        path="/shop/viewAll"
        listing={listing}
      />
    </>
  )
}
