import { useLingui } from '@lingui/react/macro'

import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { searchPath } from '../search-path.ts'
import { recentSearches } from '../use-recent-searches.ts'
import { TermSection } from './term-section.tsx'

/** What people look for most, as links. */
export function PopularSearches() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  return (
    <TermSection title={t`Popular searches`}>
      <ul className="mt-2 flex flex-wrap gap-2.5">
        {POPULAR_SEARCHES[locale].map((query) => (
          <li key={query}>
            <a
              href={to(searchPath(query))}
              onClick={() => recentSearches.add(query)}
              className="inline-flex min-h-11 items-center rounded-sm border border-line bg-surface px-4 py-1.5 text-sm transition-colors duration-200 hover:border-ink"
            >
              {query}
            </a>
          </li>
        ))}
      </ul>
    </TermSection>
  )
}
