import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, type ChangeEvent } from 'react'

import type { Facets } from '#shared/product/product.ts'

import { useLocalePath } from '../../routing/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { listingSearch } from '../listing-query.ts'
import type { ListingData } from '../load-listing.ts'
import { CutGroup } from './cut-group.tsx'
import { FilterGroup, ROW } from './filter-group.tsx'
import { MetalGroup } from './metal-group.tsx'
import { PriceGroup } from './price-group.tsx'
import { readForm, useFilterChoice } from './use-filter-choice.ts'

interface FilterFormProps {
  /** Address of the listing without its language and query. */
  path: string
  listing: ListingData
  facets: Facets
  /** Called when the shopper sends the form themselves: it has nothing left to apply. */
  onSubmit?: () => void
}

/**
 * What a listing can be narrowed by, and how many products each choice would show. Asks for the page of its choice like
 * any form; awake, it asks at every tick.
 */
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
  // What was ticked before the page was awake still counts.
  useEffect(() => applyEarlyTicks(), [])

  return (
    <form
      ref={form}
      action={to(path)}
      method="get"
      aria-label={t`Filters`}
      // A browser that remembers unsent ticks would show others than the list's.
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
          <Trans>Show pieces</Trans>
        </Button>
      )}
    </form>
  )
}
