import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

import type { NameOf } from '../product/card/product-card.tsx'
import { ProductGrid } from '../product/card/product-grid.tsx'
import { useLocalePath } from '../routing/page-context.tsx'
import { buttonClass } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydration-mark.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../ui/icons.tsx'
import { ChosenFilters } from './filters/chosen-filters.tsx'
import { FilterDialog } from './filters/filter-dialog.tsx'
import { FilterForm } from './filters/filter-form.tsx'
import { useChosenFilters } from './filters/use-chosen-filters.ts'
import { listingSearch, NO_FILTERS, type ListingFilters, type ListingQuery, countPages } from './listing-query.ts'
import { NothingMatches } from './listing-states.tsx'
import type { ListingData } from './load-listing.ts'
import { ProductCount } from './product-count.tsx'
import { SortLinks } from './sort-links.tsx'

const FILTERS_ID = 'filters'

interface ListingViewProps {
  path: string
  listing: ListingData
  nameOf?: NameOf
}

/** The filters are beside the products if there is room. */
export function ListingView({ path, listing, nameOf }: ListingViewProps) {
  const to = useLocalePath()
  const { pathname } = useLocation()
  const isBusy = useNavigation().location?.pathname === pathname
  const chosen = useChosenFilters(listing)
  const [isFilterOpen, setIsFilterOpen] = useState(false)
  const results = useRef<HTMLDivElement>(null)
  const belowBar = useRestoredFocus(listing)
  const rail = useKnownHeight()

  const { list, q, sort, page, ...filters } = listing
  const { products, count, facets } = list
  const hrefOf = (query: ListingQuery) => to(path + listingSearch(query))
  const hrefWith = (others: ListingFilters) => hrefOf({ ...others, q, sort, page: 1 })
  const clearHref = hrefWith(NO_FILTERS)

  function showProducts() {
    setIsFilterOpen(false)
    if ((results.current?.getBoundingClientRect().top ?? 0) < 0) results.current?.scrollIntoView()
  }

  return (
    <div
      className={`border-t border-line ${facets ? 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-10 xl:gap-x-14' : ''}`}
    >
      {facets ? (
        <>
          <div
            id={FILTERS_ID}
            ref={rail}
            // Filters that are higher than the window scroll with the page until their end is in sight. For a shopper
            // with a keyboard they scroll by themselves, so that the focus is never out of sight.
            className="max-lg:not-target:hidden lg:sticky lg:top-[min(var(--header-height),calc(100dvh-var(--own-height,0px)))] lg:-mx-2 lg:self-start lg:px-2 lg:has-focus-visible:top-(--header-height) lg:has-focus-visible:max-h-[calc(100dvh-var(--header-height))] lg:has-focus-visible:overflow-y-auto"
          >
            {isFilterOpen ? null : <FilterForm path={path} listing={listing} facets={facets} />}
          </div>
          <FilterDialog
            {...{ path, listing, facets, clearHref, isBusy }}
            isOpen={isFilterOpen}
            onClose={() => setIsFilterOpen(false)}
            onShow={showProducts}
          />
        </>
      ) : null}
      <div ref={results} className="pt-4 lg:pt-3">
        <div className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-center gap-3 md:flex lg:mb-5">
          {facets ? (
            <FilterButton
              target={FILTERS_ID}
              count={chosen.length}
              isOpen={isFilterOpen}
              onOpen={() => setIsFilterOpen(true)}
            />
          ) : null}
          <SortLinks
            current={sort}
            isSearch={q !== ''}
            hrefOf={(order) => hrefOf({ ...filters, q, sort: order, page: 1 })}
          />
          <ProductCount
            listing={listing}
            className="text-sm whitespace-nowrap text-quiet max-md:col-span-full max-md:pt-1 md:max-lg:ml-auto lg:order-first lg:mr-auto lg:py-2.5"
          />
        </div>
        <div ref={belowBar} tabIndex={-1} className="outline-none">
          <ChosenFilters chosen={chosen} hrefWith={hrefWith} clearHref={clearHref} />
        </div>
        <div aria-busy={isBusy} className="transition-opacity duration-200 aria-busy:opacity-45 aria-busy:delay-100">
          {count > 0 ? (
            <ProductGrid cards={products} heading="h2" eager={2} isBeside={facets !== undefined} nameOf={nameOf} />
          ) : (
            <NothingMatches chosen={chosen} hrefWith={hrefWith} clearHref={clearHref} />
          )}
          <Paging count={count} q={q} page={page} hrefOf={(other) => hrefOf({ ...filters, q, sort, page: other })} />
        </div>
      </div>
    </div>
  )
}

/** The link that removes a filter disappears with it, so the keyboard focus would return to the top of the page. */
function useRestoredFocus(listing: ListingData) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(listing)
  useEffect(() => {
    const isOther = shown.current !== listing
    shown.current = listing
    if (isOther && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [listing])
  return place
}

/** Writes the height to the element's own `--own-height`. */
function useKnownHeight() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const form = current.firstElementChild ?? current
    const watcher = new ResizeObserver(() => current.style.setProperty('--own-height', `${form.scrollHeight}px`))
    watcher.observe(form)
    return () => watcher.disconnect()
  }, [])
  return element
}

interface PagingProps {
  count: number
  q: string
  page: number
  hrefOf: (page: number) => string
}

function Paging({ count, q, page, hrefOf }: PagingProps) {
  const { t } = useLingui()
  const pages = countPages(count, q)
  if (pages === 1) return null
  const link = 'inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:text-gold'
  return (
    <nav aria-label={t`Pages`} className="mt-16 grid grid-cols-3 items-center border-t border-line pt-4">
      <span>
        {page > 1 ? (
          <a href={hrefOf(page - 1)} rel="prev" className={link}>
            <ArrowLeftIcon className="size-4" />
            <Trans>Previous</Trans>
          </a>
        ) : null}
      </span>
      <span className="text-center text-sm text-quiet">
        <Trans>
          {page} of {pages}
        </Trans>
      </span>
      <span className="text-right">
        {page < pages ? (
          <a href={hrefOf(page + 1)} rel="next" className={link}>
            <Trans>Next</Trans>
            <ArrowRightIcon className="size-4" />
          </a>
        ) : null}
      </span>
    </nav>
  )
}

interface FilterButtonProps {
  /** The id of the filters. Before hydration, the link shows them in place. */
  target: string
  count: number
  isOpen: boolean
  onOpen: () => void
}

function FilterButton({ target, count, isOpen, onOpen }: FilterButtonProps) {
  const isHydrated = useHydrated()
  const className = buttonClass('outline', 'px-4! md:px-7! lg:hidden')
  const label = count > 0 ? <Trans>Filter ({count})</Trans> : <Trans>Filter</Trans>
  return isHydrated ? (
    <button type="button" onClick={onOpen} aria-haspopup="dialog" aria-expanded={isOpen} className={className}>
      {label}
    </button>
  ) : (
    <a href={`#${target}`} className={className}>
      {label}
    </a>
  )
}
