import { useLingui } from '@lingui/react/macro'

import { isNarrowed } from '../../listing/listing-query.ts'
import { NotLoaded } from '../../listing/listing-states.tsx'
import { ListingView } from '../../listing/listing-view.tsx'
import { isAnswered } from '../../listing/load-listing.ts'
import { withMarks } from '../marked.tsx'
import { PopularSearches } from '../terms/popular-searches.tsx'
import { EmptySearch } from './empty-search.tsx'
import { HowUnderstood } from './how-understood.tsx'
import type { SearchPageData } from './load-search.ts'
import { NothingFound } from './nothing-found.tsx'
import { SearchForm } from './search-form.tsx'

/** A long one is no headline. */
const LONG = 40

/** The field, how its words were understood, and what was found; a way on where that is nothing. */
export function SearchView({ data: { listing, bestSellers } }: { data: SearchPageData }) {
  const { t } = useLingui()
  const reading = listing?.list.reading
  const query = reading?.instead ?? listing?.q ?? ''
  const isInVain = listing !== null && isAnswered(listing.list) && listing.list.count === 0 && !isNarrowed(listing)
  return (
    <div className="page-width pt-8 md:pt-12">
      <h1 className={`display ${query.length > LONG ? 'text-2xl' : 'text-4xl lg:text-5xl'}`}>
        {query === '' ? t`Search` : isInVain ? t`Nothing found for “${query}”` : t`Results for “${query}”`}
      </h1>
      <div className="mt-6 mb-8 md:mb-10">
        <SearchForm query={listing?.q ?? ''} />
        {reading ? <HowUnderstood reading={reading} /> : null}
      </div>
      {!listing ? (
        <EmptySearch />
      ) : !isAnswered(listing.list) ? (
        <NotLoaded />
      ) : isInVain ? (
        <NothingFound bestSellers={bestSellers} />
      ) : (
        <>
          <ListingView
            path="/search"
            listing={listing}
            nameOf={({ title }) => withMarks(title, listing.list.reading.marks)}
          />
          {listing.list.reading.is_nearest ? (
            <div className="mt-16 max-w-words">
              <PopularSearches />
            </div>
          ) : null}
        </>
      )}
    </div>
  )
}
