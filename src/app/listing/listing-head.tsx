import { useLingui } from '@lingui/react/macro'

import { PageHead } from '../routing/page-head.tsx'
import { isNarrowed, listingSearch, NO_FILTERS, type ListingQuery } from './listing-query.ts'

interface ListingHeadProps {
  title: string
  description: string
  /** Name of the photograph that stands for it. */
  photo?: string | undefined
  listing: ListingQuery
}

/**
 * What search engines are told of a shelf. Each of its pages in the shop's own order is a page for itself; choices and
 * other orders are ways of looking at the first.
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
