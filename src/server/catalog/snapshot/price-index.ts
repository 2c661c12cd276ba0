import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { percentOff } from '#shared/money/crossed-out-price.ts'
import type { PriceRange } from '#shared/product/product.ts'

import type { PriceList, ProductRecord } from '../records/records.ts'
import { productsAt, type ProductSet } from './product-set.ts'

/** A sort order: the places of products in the shop's own order. */
export type ProductOrder = Uint32Array

interface PriceBand {
  range: PriceRange
  products: ProductSet
}

/** A product counts with the price on its card: the lowest of its variants, whatever metal is chosen. */
export interface PriceIndex {
  /** Cheapest first; equal prices in the shop's own order; products without a price last. */
  rising: ProductOrder
  falling: ProductOrder
  /** The prices in the order of `rising`, in hundredths; without the products that have none. */
  amounts: Float64Array
  /** Price ranges that divide the whole shop, open at both ends, the same for every list. May be empty. */
  bands: readonly PriceBand[]
}

export async function buildPriceIndex(
  products: readonly ProductRecord[],
  priceList: PriceList,
  yieldToLoop: YieldToLoop,
): Promise<PriceIndex> {
  const amountOf = new Float64Array(products.length)
  const priced: number[] = []
  const unpriced: number[] = []
  for (const [place, { id }] of products.entries()) {
    const amount = priceList.prices.get(id)?.value.lowest?.calculated_amount
    amountOf[place] = amount ?? 0
    if (amount === undefined) unpriced.push(place)
    else priced.push(place)
    await yieldToLoop()
  }
  const places = Uint32Array.from(priced)
  const inOrder = (direction: 1 | -1): ProductOrder =>
    places.toSorted((a, b) => ((amountOf[a] ?? 0) - (amountOf[b] ?? 0)) * direction || a - b)
  const cheapestFirst = inOrder(1)
  await yieldToLoop()
  const dearestFirst = inOrder(-1)
  await yieldToLoop()
  const index = {
    rising: Uint32Array.from([...cheapestFirst, ...unpriced]),
    falling: Uint32Array.from([...dearestFirst, ...unpriced]),
    amounts: Float64Array.from(cheapestFirst, (place) => amountOf[place] ?? 0),
  }
  await yieldToLoop()
  const bands = toBands(index.amounts).map((range) => ({ range, products: productsWithin(index, range) }))
  return { ...index, bands }
}

/** `min` is included, `max` excluded. Products without a price never match. */
export function productsWithin(
  { rising, amounts }: Pick<PriceIndex, 'rising' | 'amounts'>,
  range: PriceRange,
): ProductSet {
  const from = range.min === undefined ? 0 : countBelow(amounts, range.min)
  const to = range.max === undefined ? amounts.length : countBelow(amounts, range.max)
  return productsAt(rising.length, rising.subarray(from, Math.max(from, to)))
}

function toBands(amounts: Float64Array): PriceRange[] {
  const steps = toPriceSteps(amounts)
  if (steps.length === 0) return []
  return [undefined, ...steps].map((min, index) => {
    const max = steps[index]
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  })
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

const cache = new WeakMap<PriceList, number>()

export function leastPercentOff(priceList: PriceList): number {
  const found = cache.get(priceList) ?? computeLeastPercentOff(priceList)
  cache.set(priceList, found)
  return found
}

function computeLeastPercentOff({ prices }: PriceList): number {
  let least = Number.POSITIVE_INFINITY
  for (const { value } of prices.values()) {
    for (const price of Object.values(value.variants)) {
      least = Math.min(least, percentOff(price.calculated_amount, price.original_amount))
    }
  }
  return Number.isFinite(least) ? least : 0
}
