import { useLingui } from '@lingui/react/macro'

import { PageHead } from '../routing/page-head.tsx'
import { isNarrowed, listingSearch, NO_FILTERS, type ListingQuery } from './listing-query.ts'

interface ListingHeadProps {
  title: string
  description: string
  /** Name of the photograph that represents it. */
  photo?: string | undefined
  listing: ListingQuery
}

/**
 * Head of a listing for search engines. Each page in the default order is canonical for itself; filters and other
 * orders are views of the first page.
 */
export function ListingHead({ title, description, photo, listing }: ListingHeadProps) {
  const { t } = useLingui()
  const { page, sort } = listing
  const isOwn = page > 1 && sort === 'featured' && !isNarrowed(listing)
  return (
    <PageHead
      title={isOwn ? t`${title}, page ${page}` : title}
      description={description}
      shared={photo === undefined ? undefined : { photo }}
      query={isOwn ? listingSearch({ ...NO_FILTERS, q: '', sort, page }) : ''}
    />
  )
}
