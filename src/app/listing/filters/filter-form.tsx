import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, type ChangeEvent, type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

import { writePriceRange } from '#shared/product/price-range.ts'
import type { Facets, PriceRange } from '#shared/product/product.ts'
import { STONE_CUTS, type StoneCut } from '#shared/product/stone-cuts.ts'

import { MetalDot } from '../../product/metal-dot.tsx'
import { STAY } from '../../routing/navigate-from-links.ts'
import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Radio } from '../../ui/check-field.tsx'
import { useHydrated } from '../../ui/hydration-mark.tsx'
import { listingSearch, readListingQuery, type ListingQuery } from '../listing-query.ts'
import type { ListingData } from '../load-listing.ts'
import { useCutNames } from './use-cut-names.ts'
import { usePriceLabels } from './use-price-labels.ts'

interface FilterFormProps {
  /** Without its language and query. */
  path: string
  listing: ListingData
  facets: Facets
  onSubmit?: () => void
}

/** A plain GET form, which after hydration applies every change immediately. */
export function FilterForm({ path, listing, facets, onSubmit }: FilterFormProps) {
  const to = useLocalePath()
  const { t } = useLingui()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const { ticked, apply } = useFilterChoice(listing)
  const onChange = (event: ChangeEvent<HTMLInputElement>) => event.target.form && apply(event.target.form)

  const applyEarlyTicks = useEffectEvent(() => {
    if (form.current && listingSearch(readForm(form.current)) !== listingSearch({ ...listing, page: 1 }))
      apply(form.current)
  })
  // Applies choices that were made before hydration.
  useEffect(() => applyEarlyTicks(), [])

  return (
    <form
      ref={form}
      action={to(path)}
      method="get"
      aria-label={t`Filters`}
      // Prevents the browser from restoring unsent choices that differ from the list.
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
        onSubmit?.()
      }}
    >
      <MetalGroup facets={facets.metals} ticked={ticked.metals} onChange={onChange} />
      <CutGroup facets={facets.cuts} ticked={ticked.cuts} onChange={onChange} />
      <PriceGroup
        facets={facets.prices}
        currency={listing.list.currency_code}
        ticked={ticked.price}
        onChange={onChange}
      />
      <FilterGroup legend={t`Availability`}>
        <Checkbox
          name="stock"
          value="in"
          label={t`In stock`}
          aside={facets.in_stock}
          checked={ticked.inStock}
          onChange={onChange}
          className={ROW}
        />
      </FilterGroup>
      {listing.q === '' ? null : <input type="hidden" name="q" value={listing.q} />}
      {ticked.sort === 'featured' ? null : <input type="hidden" name="sort" value={ticked.sort} />}
      {isHydrated ? null : (
        <Button type="submit" look="outline" className="mt-6 w-full">
          <Trans>Apply filters</Trans>
        </Button>
      )}
    </form>
  )
}

interface CutGroupProps {
  facets: Facets['cuts']
  ticked: readonly StoneCut[]
  onChange: OnTick
}

function CutGroup({ facets, ticked, onChange }: CutGroupProps) {
  const { t } = useLingui()
  const names = useCutNames()
  const counts = new Map(facets.map(({ code, count }) => [code, count]))
  const cuts = STONE_CUTS.filter((cut) => counts.has(cut) || ticked.includes(cut))
  if (cuts.length === 0) return null
  return (
    <FilterGroup legend={t`Stone cut`}>
      {cuts.map((cut) => (
        <Checkbox
          key={cut}
          name="cut"
          value={cut}
          label={names[cut]}
          aside={counts.get(cut) ?? 0}
          checked={ticked.includes(cut)}
          onChange={onChange}
          className={counts.get(cut) ? ROW : EMPTY_ROW}
        />
      ))}
    </FilterGroup>
  )
}

interface MetalGroupProps {
  facets: Facets['metals']
  ticked: readonly string[]
  onChange: OnTick
}

function MetalGroup({ facets, ticked, onChange }: MetalGroupProps) {
  const { t } = useLingui()
  if (facets.length === 0) return null
  return (
    <FilterGroup legend={t`Metal`}>
      {facets.map(({ code, value, count }) => (
        <Checkbox
          key={code}
          name="metal"
          value={code}
          label={value}
          dot={<MetalDot code={code} className="size-4" />}
          aside={count}
          checked={ticked.includes(code)}
          onChange={onChange}
          className={count > 0 ? ROW : EMPTY_ROW}
        />
      ))}
    </FilterGroup>
  )
}

interface PriceGroupProps {
  facets: Facets['prices']
  currency: string
  ticked: PriceRange | undefined
  onChange: OnTick
}

/** A band from the URL that is not among the price bands is shown while it is selected. */
function PriceGroup({ facets, currency, ticked, onChange }: PriceGroupProps) {
  const { t } = useLingui()
  const labels = usePriceLabels(currency)
  const chosen = ticked ? writePriceRange(ticked) : ''
  const bands: { text: string; range: PriceRange; count?: number }[] = facets.map((band) => ({
    text: writePriceRange(band),
    range: band,
    count: band.count,
  }))
  if (ticked && !bands.some(({ text }) => text === chosen)) {
    const after = bands.findIndex(({ range }) => (range.min ?? 0) > (ticked.min ?? 0))
    bands.splice(after === -1 ? bands.length : after, 0, { text: chosen, range: ticked })
  }
  if (bands.length === 0) return null
  return (
    <FilterGroup legend={t`Price`}>
      <Radio name="price" value="" label={t`Any price`} checked={chosen === ''} onChange={onChange} className={ROW} />
      {bands.map(({ text, range, count }) => (
        <Radio
          key={text}
          name="price"
          value={text}
          label={labels(range)}
          aside={count}
          checked={text === chosen}
          onChange={onChange}
          className={count === 0 ? EMPTY_ROW : ROW}
        />
      ))}
    </FilterGroup>
  )
}

/** Rows of touch size, or denser rows in the column beside a list. */
const ROW = 'text-sm lg:min-h-8.5 lg:py-1 lg:[&>input]:size-5'

/** A choice without products is visible but muted. */
const EMPTY_ROW = `${ROW} text-quiet`

type OnTick = (event: ChangeEvent<HTMLInputElement>) => void

function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="border-line py-5 lg:py-4.5 not-first:border-t">
      <legend className="float-left mb-2 w-full text-sm font-semibold">{legend}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

/** The form is the source of truth: each request contains all of its values, so the last request wins. */
function useFilterChoice(listing: ListingData) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { location: coming } = useNavigation()
  const [made, setMade] = useState<{ query: ListingQuery; over: ListingData }>()

  function apply(form: HTMLFormElement) {
    const query = readForm(form)
    setMade({ query, over: listing })
    void navigate(pathname + listingSearch(query), { state: STAY })
  }

  // Links and the back button also change the filters.
  const settled = coming?.pathname === pathname ? readListingQuery(new URLSearchParams(coming.search)) : listing
  return {
    /** Updated optimistically while the list loads. */
    ticked: made?.over === listing ? made.query : settled,
    apply,
  }
}

function readForm(form: HTMLFormElement): ListingQuery {
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') search.append(name, value)
  return readListingQuery(search)
}
