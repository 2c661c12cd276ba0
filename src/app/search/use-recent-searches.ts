import { useSyncExternalStore } from 'react'

import { createRecentSearches } from './recent-searches.ts'

/** One for the document: drawer and page show the same. Nothing touches it during a server render. */
export const recentSearches = createRecentSearches()

const NONE: readonly string[] = []

/** What this browser looked for last, newest first; nothing until the page is awake. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(recentSearches.listen, recentSearches.list, () => NONE)
}
