import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, useId } from 'react'

import type { Page } from '#shared/page/page-module.ts'
import { productPath } from '#shared/page/page-paths.ts'
import type { FoundPage, SuggestionList } from '#shared/product/search.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import { Price } from '../../product/price.tsx'
import { useLocalePath, usePage } from '../../routing/page-context.tsx'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { readQuery, searchPath } from '../search-path.ts'
import { PopularSearches } from '../terms/popular-searches.tsx'
import { RecentSearches } from '../terms/recent-searches.tsx'
import { recentSearches } from '../use-recent-searches.ts'
import { SearchCombobox } from './search-combobox.tsx'

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

  const { suggestions = [], pages = [], products = [] } = (isShown && suggested) || {}
  const isOpen = suggestions.length + pages.length + products.length > 0
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 py-6 md:px-8">
      <div ref={container}>
        <SearchCombobox {...{ input, text, suggestions, isOpen }} onType={setText} onShow={setShown} />
        <p role="status" className="sr-only">
          {isShown && suggested ? (
            // The key makes screen readers announce the number again if another text has equally many suggestions.
            <span key={suggested.query}>
              <Plural
                value={suggestions.length + pages.length}
                _0="No suggestions"
                one="# suggestion"
                other="# suggestions"
              />
            </span>
          ) : null}
        </p>
        {pages.length > 0 ? <FoundPages pages={pages} /> : null}
        {suggested && products.length > 0 ? <FoundProducts products={products} query={suggested.query} /> : null}
      </div>
      {isOpen ? null : (
        <div className="mt-6 flex flex-col gap-8">
          {isShown && suggested ? (
            <p className="text-quiet">
              <Trans>No suggestions for “{suggested.query}”. Press Enter to search anyway.</Trans>
            </p>
          ) : null}
          <RecentSearches onEmptied={() => input.current?.focus()} />
          <PopularSearches />
        </div>
      )}
    </div>
  )
}

/** The dialog uses the attribute when it opens. React's `autoFocus` only focuses once, on mount. */
function useInputInFocus() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setAttribute('autofocus', ''), [])
  return input
}

function FoundPages({ pages }: { pages: readonly FoundPage[] }) {
  const to = useLocalePath()
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="label-caps text-gold">
        <Trans>Answers</Trans>
      </h2>
      <ul className="mt-2">
        {pages.map(({ path, title, text }) => (
          <li key={path} className="border-b border-line">
            <a href={to(path)} className="group block py-3">
              <span className="display block text-xl/6 group-hover:text-gold">{title}</span>
              <span className="mt-1 line-clamp-2 text-sm text-quiet">{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FoundProducts({ products, query }: { products: readonly ShownCard[]; query: string }) {
  const to = useLocalePath()
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="label-caps text-gold">
        <Trans>Pieces</Trans>
      </h2>
      <ul className="mt-2">
        {products.map((product) => (
          <li
            key={product.id}
            className="group relative flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3"
          >
            <div className="w-18 shrink-0">
              {product.thumbnail ? (
                <ResponsiveImage image={{ ...product.thumbnail, alt: '' }} sizes="4.5rem" />
              ) : (
                <span className="block aspect-square bg-frame" />
              )}
            </div>
            <div className="min-w-0 grow basis-32">
              <a
                href={to(productPath(product.handle))}
                className="display block text-xl/6 group-hover:text-gold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink"
              >
                {product.title}
              </a>
              <div className="mt-1">
                {product.price ? <Price price={product.price} from={product.price_varies} /> : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <a
        href={to(searchPath(query))}
        onClick={() => recentSearches.add(query)}
        className="group mt-2 inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:text-gold"
      >
        <span className="min-w-0 break-words">
          <Trans>All results for “{query}”</Trans>
        </span>
        <ArrowRightIcon className="size-4 shrink-0 transition-transform duration-200 group-hover:translate-x-1" />
      </a>
    </section>
  )
}

const DEBOUNCE_MS = 300
const SHORTEST = 2

interface Suggested {
  query: string
  suggestions: readonly string[]
  pages: readonly FoundPage[]
  products: readonly ShownCard[]
}

/**
 * Debounced, once per text. Stale responses are dropped and failures are ignored.
 * @returns the newest response, also while the next request is in flight; undefined if the text is too short
 */
function useSuggestions(query: string): Suggested | undefined {
  const page = usePage()
  const known = useRef(new Map<string, Suggested>())
  const [newest, setNewest] = useState<Suggested>()

  useEffect(() => {
    if (query.length < SHORTEST) return undefined
    const asking = new AbortController()
    const ask = async () => {
      try {
        const { suggestions, pages = [], products: items = [] } = await fetchSuggestions(query, page, asking.signal)
        if (asking.signal.aborted) return
        known.current.set(query, { query, suggestions, pages, products: items })
        setNewest({ query, suggestions, pages, products: items })
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

const MOST_PRODUCTS = 4
/** */
const LIMIT = '5'

async function fetchSuggestions(
  query: string,
  { locale, currency }: Pick<Page, 'locale' | 'currency'>,
  signal: AbortSignal,
): Promise<SuggestionList> {
  const asked = { q: query, suggestions: 'true', limit: LIMIT, products: String(MOST_PRODUCTS), lang: locale, currency }
  const search = new URLSearchParams(asked)
  const answer = await fetch(`/api/products/suggestions?${search}`, { signal })
  if (!answer.ok) throw new Error(`The suggestions came with ${answer.status}`)
  return (await answer.json()) as SuggestionList
}
