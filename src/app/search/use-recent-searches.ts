import { useSyncExternalStore } from 'react'

import { createSafeStorage, type TextStorage } from '../routing/safe-storage.ts'

/** One per document, which the drawer and the page share. A server render does not use it. */
export const recentSearches = createRecentSearches()

const NONE: readonly string[] = []

/** Newest first; empty until hydration. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(recentSearches.listen, recentSearches.list, () => NONE)
}

const KEY = 'recentSearches'
const MOST = 5

export type RecentSearches = ReturnType<typeof createRecentSearches>

export function createRecentSearches(storage: TextStorage = createSafeStorage()) {
  const listeners = new Set<() => void>()
  let text: string | undefined
  let queries: readonly string[] = []

  /** Newest first. The array is identical until something changes. */
  function list() {
    const stored = storage.get(KEY)
    if (stored !== text) {
      text = stored
      queries = readQueries(stored)
    }
    return queries
  }

  function write(next: readonly string[]) {
    if (next.length > 0) storage.set(KEY, JSON.stringify(next.slice(0, MOST)))
    else storage.remove(KEY)
    for (const listener of listeners) listener()
  }

  const others = (query: string) => list().filter((other) => other.toLowerCase() !== query.toLowerCase())
  return {
    list,
    /** Moves a search to the start. An earlier spelling of the same text is removed. */
    add: (query: string) => write([query, ...others(query)]),
    remove: (query: string) => write(others(query)),
    clear: () => write([]),
    listen(onChange: () => void) {
      const left = new AbortController()
      listeners.add(onChange)
      // The event fires only for changes in other tabs. It has no key if the storage was cleared.
      addEventListener('storage', ({ key }) => (key === KEY || key === null) && onChange(), left)
      return () => {
        listeners.delete(onChange)
        left.abort()
      }
    },
  }
}

/** Validates the value, because the storage may contain anything. */
function readQueries(text: string | undefined): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    const queries = Array.isArray(stored) ? stored.filter((query) => typeof query === 'string' && query !== '') : []
    return (queries as string[]).slice(0, MOST)
  } catch {
    return []
  }
}
