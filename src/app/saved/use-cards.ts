import { useEffect, useState } from 'react'

import type { ShownCard } from '#shared/product/shown-card.ts'

import { fetchCards } from '../product/on-demand/fetch-cards.ts'
import { usePage } from '../routing/page-context.tsx'

interface Cards {
  /** In the order asked for; undefined until the first of them have come. */
  cards: readonly ShownCard[] | undefined
  /** Handles of products that are not sold. */
  gone: readonly string[]
  isFailed: boolean
  tryAgain: () => void
}

/** Products as cards, fetched as they are asked for, each once. */
export function useCards(handles: readonly string[]): Cards {
  const page = usePage()
  /** Null for a product that is not sold. */
  const [known, setKnown] = useState<ReadonlyMap<string, ShownCard | null>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(-1)
  const missing = handles.filter((handle) => !known.has(handle)).join()

  useEffect(() => {
    if (missing === '') return undefined
    const left = new AbortController()
    const asked = missing.split(',')
    const fetchMissing = async () => {
      try {
        const byHandle = new Map((await fetchCards(asked, page, left.signal)).map((card) => [card.handle, card]))
        setKnown((before) => new Map([...before, ...asked.map((one) => [one, byHandle.get(one) ?? null] as const)]))
      } catch (error) {
        if (left.signal.aborted) return
        console.error('Failed to fetch the pieces of a list:', error)
        setFailed(attempt)
      }
    }
    void fetchMissing()
    return () => left.abort()
  }, [missing, page, attempt])

  return {
    cards: known.size > 0 ? handles.flatMap((handle) => known.get(handle) ?? []) : undefined,
    gone: handles.filter((handle) => known.get(handle) === null),
    isFailed: failed === attempt && missing !== '',
    tryAgain: () => setAttempt((before) => before + 1),
  }
}
