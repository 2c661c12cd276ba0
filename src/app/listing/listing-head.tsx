import { useLingui } from '@lingui/react/macro'

import { isNarrowed } from '#shared/product/listing-filters.ts'

import { PageHead } from '../routing/page-head.tsx'
import { listingSearch, NO_FILTERS, type ListingQuery } from './listing-query.ts'

interface ListingHeadProps {
  title: string
  description: string
  photo?: string
  listing: ListingQuery
}

/** Each page in the default order is its own canonical URL. Otherwise the first page is the canonical one. */
export function ListingHead({ title, description, photo, listing }: ListingHeadProps) {
  const { t } = useLingui()
  const { page, sort } = listing
  const isOwn = page > 1 && sort === 'featured' && !isNarrowed(listing)
  return (
    <PageHead
      title={isOwn ? t`${title}, page ${page}` : title}
      description={description}
      image={photo}
      query={isOwn ? listingSearch({ ...NO_FILTERS, q: '', sort, page }) : ''}
    />
  )
}
