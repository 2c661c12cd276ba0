import { useLingui } from '@lingui/react/macro'

import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'

import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { searchPath } from '../search-path.ts'
import { recentSearches } from '../use-recent-searches.ts'
import { LinkChips } from './link-chips.tsx'
import { TermSection } from './term-section.tsx'

export function PopularSearches() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const links = POPULAR_SEARCHES[locale].map((query) => ({
    label: query,
    href: to(searchPath(query)),
    onClick: () => recentSearches.add(query),
  }))
  return (
    <TermSection title={t`Popular searches`}>
      <div className="mt-2">
        <LinkChips links={links} />
      </div>
    </TermSection>
  )
}
