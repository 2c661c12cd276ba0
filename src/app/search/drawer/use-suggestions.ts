import { useEffect, useRef, useState } from 'react'

import type { ShownCard } from '#shared/product/shown-card.ts'

import { usePage } from '../../routing/page-context.tsx'
import { fetchSuggestions } from './fetch-suggestions.ts'

const DEBOUNCE_MS = 300
const SHORTEST = 2

export interface Suggested {
  /** What they were asked for. */
  query: string
  suggestions: readonly string[]
  products: readonly ShownCard[]
}

/**
 * What the shop suggests for a text: asked for once per text, when the shopper stops typing. What comes after
 * something else was typed is dropped; what could not be had stays away.
 * @returns the newest answer, also while the next is on its way; undefined where there is too little to go by
 */
export function useSuggestions(query: string): Suggested | undefined {
  const page = usePage()
  const known = useRef(new Map<string, Suggested>())
  const [newest, setNewest] = useState<Suggested>()

  useEffect(() => {
    if (query.length < SHORTEST) return undefined
    const asking = new AbortController()
    const ask = async () => {
      try {
        const { suggestions, products: items = [] } = await fetchSuggestions(query, page, asking.signal)
        if (asking.signal.aborted) return
        known.current.set(query, { query, suggestions, products: items })
        setNewest({ query, suggestions, products: items })
      } catch (error) {
        if (asking.signal.aborted) return
        console.error('Failed to fetch suggestions:', error)
        setNewest(undefined)
      }
    }
    const before = known.current.get(query)
    const timer = setTimeout(() => (before ? setNewest(before) : void ask()), before ? 0 : DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [query, page])

  return query.length < SHORTEST ? undefined : newest
}
