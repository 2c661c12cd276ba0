import { useLingui } from '@lingui/react/macro'

import type { ListingFilters } from '../listing-query.ts'
import type { ListingData } from '../load-listing.ts'
import { useCutNames } from './use-cut-names.ts'
import { usePriceLabels } from './use-price-labels.ts'

export interface ChosenFilter {
  key: string
  label: string
  rest: ListingFilters
}

export function useChosenFilters(listing: ListingData): ChosenFilter[] {
  const { t } = useLingui()
  const cutNames = useCutNames()
  const describePrice = usePriceLabels(listing.list.currency_code)
  const { metals, cuts, price, inStock } = listing
  const all: ListingFilters = { metals, cuts, inStock, price }
  const nameMetal = (code: string) => listing.list.facets?.metals.find((metal) => metal.code === code)?.value ?? code

  const chosen: ChosenFilter[] = []
  for (const metal of metals) {
    const rest = { ...all, metals: metals.filter((other) => other !== metal) }
    chosen.push({ key: metal, label: nameMetal(metal), rest })
  }
  for (const cut of cuts) {
    chosen.push({ key: cut, label: cutNames[cut], rest: { ...all, cuts: cuts.filter((other) => other !== cut) } })
  }
  if (price) chosen.push({ key: 'price', label: describePrice(price), rest: { metals, cuts, inStock } })
  if (inStock) chosen.push({ key: 'stock', label: t`In stock`, rest: { ...all, inStock: false } })
  return chosen
}
