import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

import { readQuery } from '../search-path.ts'
import { PopularSearches } from '../terms/popular-searches.tsx'
import { RecentSearches } from '../terms/recent-searches.tsx'
import { FoundProducts } from './found-products.tsx'
import { SearchCombobox } from './search-combobox.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** What stands in the drawer: the field, and below it what the shop suggests, or searches that need no typing. */
export function SearchContents() {
  const [text, setText] = useState('')
  const [isShown, setShown] = useState(true)
  const container = useRef<HTMLDivElement>(null)
  const input = useInputInFocus()
  const suggested = useSuggestions(readQuery(text))

  useEffect(() => {
    const left = new AbortController()
    const hide = ({ target }: MouseEvent) => container.current?.contains(target as Node) || setShown(false)
    document.addEventListener('click', hide, left)
    return () => left.abort()
  }, [])

  const { suggestions = [], products = [] } = (isShown && suggested) || {}
  const isOpen = suggestions.length + products.length > 0
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 py-6 md:px-8">
      <div ref={container}>
        <SearchCombobox {...{ input, text, suggestions, isOpen }} onType={setText} onShow={setShown} />
        <p role="status" className="sr-only">
          {isShown && suggested ? (
            // Said also where another text has as many.
            <span key={suggested.query}>
              <Plural value={suggestions.length} _0="No suggestions" one="# suggestion" other="# suggestions" />
            </span>
          ) : null}
        </p>
        {suggested && products.length > 0 ? <FoundProducts products={products} query={suggested.query} /> : null}
      </div>
      {isOpen ? null : (
        <div className="mt-6 flex flex-col gap-8">
          {isShown && suggested ? (
            <p className="text-quiet">
              <Trans>Nothing comes to mind for “{suggested.query}”. Press Enter to look for it all the same.</Trans>
            </p>
          ) : null}
          <RecentSearches onEmptied={() => input.current?.focus()} />
          <PopularSearches />
        </div>
      )}
    </div>
  )
}

/** The dialog hands the keyboard to what has the attribute; React's own property only asks for it once, before. */
function useInputInFocus() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setAttribute('autofocus', ''), [])
  return input
}
