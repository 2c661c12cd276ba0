import { percentOff } from '#shared/money/percent-off.ts'

import type { PriceSheet } from '../records.ts'

const known = new WeakMap<PriceSheet, number>()

/** How many per cent everything of a price sheet is below its former price, at the least; 0 where it holds nothing. */
export function leastPercentOff(sheet: PriceSheet): number {
  const found = known.get(sheet) ?? count(sheet)
  known.set(sheet, found)
  return found
}

function count({ prices }: PriceSheet): number {
  let least = Number.POSITIVE_INFINITY
  for (const { value } of prices.values()) {
    for (const price of Object.values(value.variants)) {
      least = Math.min(least, percentOff(price.calculated_amount, price.original_amount))
    }
  }
  return Number.isFinite(least) ? least : 0
}
