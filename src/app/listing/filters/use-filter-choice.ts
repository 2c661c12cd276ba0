import { useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

import { STAY } from '../../routing/navigate-from-links.ts'
import { listingSearch, readListingQuery, type ListingQuery } from '../listing-query.ts'
import type { ListingData } from '../load-listing.ts'

interface FilterChoice {
  /** What is ticked: ahead of the list while that is on its way. */
  ticked: ListingQuery
  /** Narrows the list by what the form says now. */
  apply(form: HTMLFormElement): void
}

/** The form is the truth: whatever was ticked before, the last address asked for is the whole of it. */
export function useFilterChoice(listing: ListingData): FilterChoice {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { location: coming } = useNavigation()
  const [made, setMade] = useState<{ query: ListingQuery; over: ListingData }>()

  function apply(form: HTMLFormElement) {
    const query = readForm(form)
    setMade({ query, over: listing })
    void navigate(pathname + listingSearch(query), { state: STAY })
  }

  // Links narrow the list, too, and so does going back.
  const settled = coming?.pathname === pathname ? readListingQuery(new URLSearchParams(coming.search)) : listing
  return { ticked: made?.over === listing ? made.query : settled, apply }
}

/** The form's fields are the parameters of the address. */
export function readForm(form: HTMLFormElement): ListingQuery {
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') search.append(name, value)
  return readListingQuery(search)
}
