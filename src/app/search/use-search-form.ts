import type { SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { readQuery, searchPath } from './search-path.ts'
import { recentSearches } from './use-recent-searches.ts'

/** For a form with a field `q`. Navigates to the results and stores the search, unless the text is empty. */
export function useSearchForm(): (event: SubmitEvent<HTMLFormElement>) => void {
  const to = useLocalePath()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { preview } = usePage()
  return (event) => {
    const typed = new FormData(event.currentTarget).get('q')
    const query = readQuery(typeof typed === 'string' ? typed : '')
    if (query !== '') recentSearches.add(query)
    // In a preview, the browser submits the form, because every page loads as a whole document.
    if (query !== '' && preview) return
    event.preventDefault()
    if (query === '') return
    const target = to(searchPath(query))
    void navigate(target, { replace: target === pathname + search })
  }
}
