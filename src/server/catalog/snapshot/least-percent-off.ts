import { percentOff } from '#shared/money/percent-off.ts'

import type { PriceList } from '../records/records.ts'

const known = new WeakMap<PriceList, number>()

/** How many per cent everything of a price sheet is below its former price, at the least; 0 where it holds nothing. */
export function leastPercentOff(priceList: PriceList): number {
  const found = known.get(priceList) ?? count(priceList)
  known.set(priceList, found)
  return found
}

function count({ prices }: PriceList): number {
  let least = Number.POSITIVE_INFINITY
  for (const { value } of prices.values()) {
    for (const price of Object.values(value.variants)) {
      least = Math.min(least, percentOff(price.calculated_amount, price.original_amount))
    }
  }
  return Number.isFinite(least) ? least : 0
}
