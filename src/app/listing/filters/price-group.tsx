import { useLingui } from '@lingui/react/macro'

import { writePriceRange } from '#shared/product/price-range.ts'
import type { Facets, PriceRange } from '#shared/product/product.ts'

import { Radio } from '../../ui/check-field.tsx'
import { EMPTY_ROW, FilterGroup, ROW, type OnTick } from './filter-group.tsx'
import { usePriceLabels } from './use-price-labels.ts'

interface PriceGroupProps {
  facets: Facets['prices']
  currency: string
  ticked: PriceRange | undefined
  onChange: OnTick
}

/** Prices in bands. An address may name a band that is none of them: it stands among them while it is chosen. */
export function PriceGroup({ facets, currency, ticked, onChange }: PriceGroupProps) {
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
