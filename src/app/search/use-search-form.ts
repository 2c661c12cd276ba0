import type { SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { readQuery, searchPath } from './search-path.ts'
import { recentSearches } from './use-recent-searches.ts'

/**
 * Submit handler for a form with a field `q`: navigates to the results and stores the search. Does nothing for an empty
 * text.
 */
export function useSearchForm(): (event: SubmitEvent<HTMLFormElement>) => void {
  const to = useLocalePath()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { preview } = usePage()
  return (event) => {
    const typed = new FormData(event.currentTarget).get('q')
    const query = readQuery(typeof typed === 'string' ? typed : '')
    if (query !== '') recentSearches.add(query)
    // In a preview every page is loaded whole, as the form does by itself.
    if (query !== '' && preview) return
    event.preventDefault()
    if (query === '') return
    const target = to(searchPath(query))
    void navigate(target, { replace: target === pathname + search })
  }
}
