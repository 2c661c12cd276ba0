import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { flushSync } from 'react-dom'

import { useLocalePath } from '../../routing/page-context.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { searchPath } from '../search-path.ts'
import { recentSearches, useRecentSearches } from '../use-recent-searches.ts'
import { TermSection } from './term-section.tsx'

/** @param props.onEmptied called when the last search is removed, so that the focus can be moved */
export function RecentSearches({ onEmptied }: { onEmptied: () => void }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const list = useRef<HTMLUListElement>(null)
  const queries = useRecentSearches()
  if (queries.length === 0) return null

  function forget(query: string, index: number) {
    flushSync(() => recentSearches.remove(query))
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(index, buttons.length - 1)]
    if (next) next.focus()
    else onEmptied()
  }

  function forgetAll() {
    recentSearches.clear()
    onEmptied()
  }

  const clear = (
    <button type="button" onClick={forgetAll} className="quiet-link min-h-11 text-sm text-quiet hover:text-ink">
      <Trans context="searches">Clear all</Trans>
    </button>
  )
  return (
    <TermSection title={t`Recent searches`} aside={clear}>
      <ul ref={list}>
        {queries.map((query, index) => (
          <li key={query} className="flex items-center border-b border-line last:border-b-0">
            <a
              href={to(searchPath(query))}
              onClick={() => recentSearches.add(query)}
              className="flex min-h-12 min-w-0 grow items-center py-2 hover:text-gold"
            >
              <span className="min-w-0 break-words">{query}</span>
            </a>
            <button
              type="button"
              aria-label={t`Remove “${query}”`}
              onClick={() => forget(query, index)}
              className="-mr-3 flex size-11 shrink-0 items-center justify-center text-quiet transition-colors hover:text-ink"
            >
              <CloseIcon className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </TermSection>
  )
}
