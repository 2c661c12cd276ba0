import { Plural } from '@lingui/react/macro'

import { listingSearch } from './listing-query.ts'
import type { ListingData } from './load-listing.ts'

interface ProductCountProps {
  listing: ListingData
  className: string
}

/** How many products there are; said aloud whenever the choice or the order changes. */
export function ProductCount({ listing, className }: ProductCountProps) {
  const { count } = listing.list
  return (
    <p role="status" className={className}>
      {/* Said also where another choice has as many. */}
      <span key={listingSearch({ ...listing, page: 1 })}>
        <Plural value={count} one="# piece" other="# pieces" />
      </span>
    </p>
  )
}
