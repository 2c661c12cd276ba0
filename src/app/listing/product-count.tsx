import { Plural } from '@lingui/react/macro'

import { listingSearch } from './listing-query.ts'
import type { ListingData } from './load-listing.ts'

interface ProductCountProps {
  listing: ListingData
  className: string
}

/** The number of products. It is announced to screen readers whenever the filters or the sort order change. */
export function ProductCount({ listing, className }: ProductCountProps) {
  const { count } = listing.list
  return (
    <p role="status" className={className}>
      {/* The key announces it again even if the number is the same. */}
      <span key={listingSearch({ ...listing, page: 1 })}>
        <Plural value={count} one="# piece" other="# pieces" />
      </span>
    </p>
  )
}
