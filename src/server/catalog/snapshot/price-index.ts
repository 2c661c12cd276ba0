import type { YieldToLoop } from '#server/infra/breather.ts'
import type { PriceRange } from '#shared/product/product.ts'

import type { PriceList, ProductRecord } from '../records/records.ts'
import { countBelow, toPriceSteps } from './price-steps.ts'
import { productsAt, type ProductSet } from './product-set.ts'

/** Places of products in the shop's own order, in another order. */
export type ProductOrder = Uint32Array

export interface PriceBand {
  range: PriceRange
  products: ProductSet
}

/**
 * One region's prices, ready to sort and to narrow by. A product has one price, the lowest of its variants, which its
 * card shows: whatever metal is chosen, a product stands where the price on its card says.
 */
export interface PriceIndex {
  /** Cheapest first; equal prices in the shop's own order, and products without a price after all others. */
  rising: ProductOrder
  /** Dearest first; the rest as in `rising`. */
  falling: ProductOrder
  /** Of the products in `rising`, as long as they have a price. */
  amounts: Float64Array
  /** Divide the whole shop, open at both ends: the same for every list. None where there is nothing to divide. */
  bands: readonly PriceBand[]
}

/**
 * Builds the index, giving the event loop back in between.
 * @param products in the shop's own order
 */
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

/** The products whose price lies in the range; one without a price lies in none. */
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
  return [undefined, ...steps].map((min, nth) => {
    const max = steps[nth]
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  })
}
