import { useLingui } from '@lingui/react/macro'

import { PageHead } from '../routing/page-head.tsx'
import { isNarrowed, listingSearch, NO_FILTERS, type ListingQuery } from './listing-query.ts'

interface ListingHeadProps {
  title: string
  description: string
  /** The name of the photograph that represents the listing. */
  photo?: string | undefined
  listing: ListingQuery
}

/**
 * The head of a listing, for search engines. Each page in the default order has itself as canonical URL. Filtered or
 * otherwise sorted pages have the first page as canonical URL.
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
