import { useLingui, Trans } from '@lingui/react/macro'
import { useRef, useId } from 'react'
import { useRouteLoaderData } from 'react-router'

import { categoryPath } from '#shared/page/page-paths.ts'
import { isNarrowed } from '#shared/product/listing-filters.ts'
import type { FoundPage, SearchReading } from '#shared/product/search.ts'
import type { ShownCard } from '#shared/product/shown-product.ts'

import { NotLoaded } from '../../listing/listing-states.tsx'
import { ListingView } from '../../listing/listing-view.tsx'
import { isAnswered } from '../../listing/load-listing.ts'
import { ProductGrid } from '../../product/card/product-grid.tsx'
import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { withMarks } from '../marked.tsx'
import { SearchField } from '../search-field.tsx'
import { searchPath } from '../search-path.ts'
import { LinkChips } from '../terms/link-chips.tsx'
import { PopularSearches } from '../terms/popular-searches.tsx'
import { RecentSearches } from '../terms/recent-searches.tsx'
import { TermSection } from '../terms/term-section.tsx'
import { useSearchForm } from '../use-search-form.ts'
import type { SearchPageData } from './load-search.ts'

/** Longer queries are not shown in the headline. */
const LONG = 40

/** Without results, the view shows suggestions. */
export function SearchView({ data: { listing, bestSellers } }: { data: SearchPageData }) {
  const { t } = useLingui()
  const reading = listing?.list.reading
  const query = reading?.instead ?? reading?.query ?? ''
  const pages = listing?.list.pages ?? []
  const isInVain = listing !== null && isAnswered(listing.list) && listing.list.count === 0 && !isNarrowed(listing)
  return (
    <div className="page-width pt-8 md:pt-12">
      <h1 className={`display ${query.length > LONG ? 'text-2xl' : 'text-4xl lg:text-5xl'}`}>
        {query === ''
          ? t`Search`
          : isInVain && pages.length === 0
            ? t`Nothing found for “${query}”`
            : t`Results for “${query}”`}
      </h1>
      <div className="mt-6 mb-8 md:mb-10">
        <SearchForm query={reading?.query ?? ''} />
        {reading ? <HowUnderstood reading={reading} hasPages={pages.length > 0} /> : null}
      </div>
      {pages.length > 0 ? <FoundPages pages={pages} /> : null}
      {!listing ? (
        <EmptySearch />
      ) : !isAnswered(listing.list) ? (
        <NotLoaded />
      ) : isInVain ? (
        <NothingFound bestSellers={bestSellers} hasPages={pages.length > 0} />
      ) : (
        <>
          <ListingView
            path="/search"
            listing={listing}
            nameOf={({ title }) => withMarks(title, listing.list.reading.marks)}
          />
          {listing.list.reading.is_nearest && pages.length === 0 ? (
            <div className="mt-16 max-w-words">
              <PopularSearches />
            </div>
          ) : null}
        </>
      )}
    </div>
  )
}

function EmptySearch() {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1} className="flex max-w-words flex-col gap-8 outline-none">
      <PopularSearches />
      <RecentSearches onEmptied={() => place.current?.focus()} />
    </div>
  )
}

/** Explains how the query was interpreted if this differs from the text. */
function HowUnderstood({ reading, hasPages }: { reading: SearchReading; hasPages: boolean }) {
  const id = useId()
  const to = useLocalePath()
  const { query, instead, did_you_mean: other, is_nearest: isNearest, categories } = reading
  return (
    <div className="mt-4 flex max-w-words flex-col gap-2 break-words">
      {instead === null ? null : (
        <p>
          <Trans>
            Showing results for “{instead}” instead of “{query}”.
          </Trans>
        </p>
      )}
      {other === null ? null : (
        <p>
          <Trans>
            Did you mean{' '}
            <a href={to(searchPath(other))} className="quiet-link inline-block py-1 font-semibold">
              {other}
            </a>
            ?
          </Trans>
        </p>
      )}
      {isNearest && !hasPages ? (
        <p>
          <Trans>Nothing matches every word. Here are the closest pieces; try fewer words to see more.</Trans>
        </p>
      ) : null}
      {categories.length === 0 ? null : (
        <nav aria-labelledby={id} className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span id={id} className="text-sm text-quiet">
            <Trans>Categories</Trans>
          </span>
          <LinkChips
            links={categories.map(({ handle, name, parent }) => ({
              label: name,
              href: to(parent === null ? categoryPath(handle) : categoryPath(parent, handle)),
            }))}
          />
        </nav>
      )}
    </div>
  )
}

function FoundPages({ pages }: { pages: readonly FoundPage[] }) {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <section aria-label={t`Answers`} className="mb-8 md:mb-10">
      <ul className="grid gap-4 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
        {pages.map(({ path, title, text }) => (
          <li key={path} className="group relative border border-line bg-surface p-5 md:max-w-xl md:p-6">
            <h2 className="display text-2xl">
              <a
                href={to(path)}
                className="group-hover:text-gold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink"
              >
                {title}
              </a>
            </h2>
            <p className="mt-2 text-sm leading-6 text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NothingFound({ bestSellers, hasPages }: { bestSellers: readonly ShownCard[]; hasPages: boolean }) {
  const to = useLocalePath()
  const { t } = useLingui()
  return (
    <>
      {hasPages ? null : (
        <div className="max-w-words">
          <p>
            <Trans>We searched names, descriptions, metals, cuts, categories, product codes, help and articles.</Trans>
          </p>
          <div className="prose-small mt-3 mb-10 text-quiet">
            <ul>
              <li>
                <Trans>Check the spelling.</Trans>
              </li>
              <li>
                <Trans>Try fewer words: “oval ring”, “white gold”.</Trans>
              </li>
              <li>
                <Trans>
                  Or browse <a href={to('/shop/viewAll')}>all jewellery</a> and filter by metal, cut and price.
                </Trans>
              </li>
            </ul>
          </div>
          <div className="flex flex-col gap-8">
            <HelpLinks />
            <PopularSearches />
          </div>
        </div>
      )}
      {bestSellers.length > 0 ? (
        <section aria-labelledby="best-sellers" className={hasPages ? 'border-t border-line pt-10' : 'mt-16 md:mt-20'}>
          <h2 id="best-sellers" className="display mb-8 text-3xl">
            {t`Best sellers`}
          </h2>
          <ProductGrid cards={bestSellers} isChoice />
        </section>
      ) : null}
    </>
  )
}

function HelpLinks() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { footer = [] } = useRouteLoaderData<{ footer: { links: { path: string; label: string }[] }[] }>('locale') ?? {}
  const links = footer.flatMap((column) => column.links).map(({ path, label }) => ({ label, href: to(path) }))
  if (links.length === 0) return null
  return (
    <TermSection title={t`Help and pages`}>
      <div className="mt-2">
        <LinkChips links={links} />
      </div>
    </TermSection>
  )
}

/** Works without JavaScript. */
function SearchForm({ query }: { query: string }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const onSubmit = useSearchForm()
  return (
    <form
      role="search"
      action={to('/search')}
      method="get"
      onSubmit={onSubmit}
      className="flex max-w-words flex-wrap gap-3"
    >
      <SearchField key={query} label={t`What are you looking for?`} defaultValue={query} />
      <Button type="submit" className="max-[24rem]:w-full">
        <Trans context="button">Search</Trans>
      </Button>
    </form>
  )
}
