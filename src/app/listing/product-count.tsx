import { Plural, Trans } from '@lingui/react/macro'

import { LAUNCH_CAMPAIGN } from '#shared/shop/campaign.ts'

import { usePage } from '../routing/page-context.tsx'
import { listingSearch } from './listing-query.ts'
import type { ListingData } from './load-listing.ts'

/** Screen readers announce it whenever the filters or the sort order change. */
export function ProductCount({ listing, className }: { listing: ListingData; className: string }) {
  const { count } = listing.list
  const { campaignEnd } = usePage()
  return (
    <p role="status" className={className}>
      {/* The key announces it again even if the number is the same. */}
      <span key={listingSearch({ ...listing, page: 1 })}>
        <Plural value={count} one="# piece" other="# pieces" />
      </span>
      {campaignEnd && count > 0 ? (
        <span className="ml-3 font-medium whitespace-nowrap text-gold lg:ml-0 lg:block">
          <Trans>
            {LAUNCH_CAMPAIGN.percent}% off until {campaignEnd}
          </Trans>
        </span>
      ) : null}
    </p>
  )
}
