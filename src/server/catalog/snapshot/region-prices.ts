import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { percentOff } from '#shared/money/crossed-out-price.ts'
import type { PriceRange } from '#shared/product/product.ts'

import type { ProductRecord } from '../records/records.ts'

/** A product counts with the price on its card: the lowest of its variants, whatever metal is chosen. */
export interface RegionPrices {
  /** Price ranges that divide the whole shop, open at both ends, the same for every list. May be empty. */
  bands: readonly PriceRange[]
  /** The smallest discount of all variants, in percent. */
  leastPercentOff: number
}

export async function regionPrices(
  products: readonly ProductRecord[],
  regionId: string,
  yieldToLoop: YieldToLoop,
): Promise<RegionPrices> {
  const amounts: number[] = []
  let least = Number.POSITIVE_INFINITY
  for (const { prices } of products) {
    const { variants = {}, lowest = null } = prices[regionId] ?? {}
    if (lowest) amounts.push(lowest.calculated_amount)
    for (const price of Object.values(variants))
      least = Math.min(least, percentOff(price.calculated_amount, price.original_amount))
    await yieldToLoop()
  }
  const steps = toPriceSteps(Float64Array.from(amounts).toSorted())
  const bands = [undefined, ...steps].map((min, index) => {
    const max = steps[index]
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  })
  return { bands: steps.length === 0 ? [] : bands, leastPercentOff: Number.isFinite(least) ? least : 0 }
}

const MAX_STEPS = 4
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10]
const UNIT = 100

/** Round amounts near the quintiles, so that every band has products; none if there would be only one band. */
export function toPriceSteps(amounts: ArrayLike<number>): number[] {
  const steps: number[] = []
  let below = 0
  for (let nth = 1; nth <= MAX_STEPS; nth += 1) {
    const step = roundAmount(amounts[Math.floor((amounts.length * nth) / (MAX_STEPS + 1))] ?? 0)
    const under = countBelow(amounts, step)
    if (step % UNIT !== 0 || under === below || under === amounts.length) continue
    steps.push(step)
    below = under
  }
  return steps
}

/** The result is also the index of the first amount that is not lower. */
function countBelow(amounts: ArrayLike<number>, limit: number): number {
  let from = 0
  let to = amounts.length
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((amounts[middle] ?? 0) < limit) from = middle + 1
    else to = middle
  }
  return from
}

/** Returns the nearest round amount on a logarithmic scale. */
function roundAmount(amount: number): number {
  if (amount <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(amount))
  const distance = (round: number): number => Math.abs(Math.log((round * power) / amount))
  const nearest = ROUND.toSorted((a, b) => distance(a) - distance(b))[0] ?? 1
  return Math.round(nearest * power)
}
