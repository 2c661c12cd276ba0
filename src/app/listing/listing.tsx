import { useLingui } from '@lingui/react/macro'

import { isNarrowed } from '#shared/product/listing-filters.ts'

import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import { NothingHere, NotLoaded } from './listing-states.tsx'
import { ListingView } from './listing-view.tsx'
import { isAnswered, type ListingData } from './load-listing.ts'

interface ListingProps {
  title: string
  description?: string
  crumbs: Crumb[]
  /** Without its language and query. */
  path: string
  listing: ListingData
}

export function Listing({ title, description, crumbs, path, listing }: ListingProps) {
  const { t } = useLingui()
  return (
    <div className="page-width">
      <div className="pt-3 md:pt-6">
        <Breadcrumbs label={t`Breadcrumbs`} crumbs={crumbs} />
      </div>
      <div className="pt-4 pb-8 md:pt-6 md:pb-10">
        <h1 className="display text-4xl lg:text-5xl">{title}</h1>
        {description ? <p className="mt-3 max-w-words text-quiet">{description}</p> : null}
      </div>
      {!isAnswered(listing.list) ? (
        <NotLoaded />
      ) : listing.list.count === 0 && !isNarrowed(listing) ? (
        <NothingHere />
      ) : (
        // The key resets state such as open panels when the category changes.
        <ListingView key={path} path={path} listing={listing} />
      )}
    </div>
  )
}
