import { useRef } from 'react'

import { PopularSearches } from '../terms/popular-searches.tsx'
import { RecentSearches } from '../terms/recent-searches.tsx'

/** Before anything is looked for: searches that need no typing. */
export function EmptySearch() {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1} className="flex max-w-words flex-col gap-8 outline-none">
      <PopularSearches />
      <RecentSearches onEmptied={() => place.current?.focus()} />
    </div>
  )
}
