import type { PriceRange } from '#shared/api/product.ts'

import type { Breathe } from '../pace/breather.ts'
import type { PriceSheet, ProductRecord } from '../records.ts'
import { piecesAt, type PieceSet } from './piece-set.ts'
import { countBelow, toPriceSteps } from './price-steps.ts'

/** Places of pieces in the shop's own order, in another order. */
export type PieceOrder = Uint32Array

export interface PriceBand {
  range: PriceRange
  pieces: PieceSet
}

/**
 * One region's prices, ready to sort and to narrow by. A piece has one price, the lowest of its variants, which its
 * card shows: whatever metal is chosen, a piece stands where the price on its card says.
 */
export interface PriceIndex {
  /** Cheapest first; equal prices in the shop's own order, and pieces without a price after all others. */
  rising: PieceOrder
  /** Dearest first; the rest as in `rising`. */
  falling: PieceOrder
  /** Of the pieces in `rising`, as long as they have a price. */
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
  sheet: PriceSheet,
  breathe: Breathe,
): Promise<PriceIndex> {
  const amountOf = new Float64Array(products.length)
  const priced: number[] = []
  const unpriced: number[] = []
  for (const [place, { id }] of products.entries()) {
    const amount = sheet.prices.get(id)?.value.lowest?.calculated_amount
    amountOf[place] = amount ?? 0
    if (amount === undefined) unpriced.push(place)
    else priced.push(place)
    await breathe()
  }
  const places = Uint32Array.from(priced)
  const inOrder = (direction: 1 | -1): PieceOrder =>
    places.toSorted((a, b) => ((amountOf[a] ?? 0) - (amountOf[b] ?? 0)) * direction || a - b)
  const cheapestFirst = inOrder(1)
  await breathe()
  const dearestFirst = inOrder(-1)
  await breathe()
  const index = {
    rising: Uint32Array.from([...cheapestFirst, ...unpriced]),
    falling: Uint32Array.from([...dearestFirst, ...unpriced]),
    amounts: Float64Array.from(cheapestFirst, (place) => amountOf[place] ?? 0),
  }
  await breathe()
  const bands = toBands(index.amounts).map((range) => ({ range, pieces: piecesWithin(index, range) }))
  return { ...index, bands }
}

/** The pieces whose price lies in the range; one without a price lies in none. */
export function piecesWithin({ rising, amounts }: Pick<PriceIndex, 'rising' | 'amounts'>, range: PriceRange): PieceSet {
  const from = range.min === undefined ? 0 : countBelow(amounts, range.min)
  const to = range.max === undefined ? amounts.length : countBelow(amounts, range.max)
  return piecesAt(rising.length, rising.subarray(from, Math.max(from, to)))
}

function toBands(amounts: Float64Array): PriceRange[] {
  const steps = toPriceSteps(amounts)
  if (steps.length === 0) return []
  return [undefined, ...steps].map((min, nth) => {
    const max = steps[nth]
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  })
}
