import { Plural } from '@lingui/react/macro'

import { listingSearch } from './listing-query.ts'
import type { ListingData } from './load-listing.ts'

interface PieceCountProps {
  listing: ListingData
  className: string
}

/** How many pieces there are; said aloud whenever the choice or the order changes. */
export function PieceCount({ listing, className }: PieceCountProps) {
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
