import type { CardQuery } from '#shared/shop-data.ts'

import type { ListingIndex } from '../snapshot/listing-index.ts'
import { productsInMetals } from '../snapshot/metal-index.ts'
import { productsWithin, type PriceIndex } from '../snapshot/price-index.ts'
import { inAny, type ProductSet } from '../snapshot/product-set.ts'

/**
 * Of the whole shop, the products that each heading of a choice leaves; all of them where nothing was chosen under it.
 */
export interface AppliedChoice {
  /** Metal and stock together: what is in stock is in stock in a metal that was chosen. */
  metals: ProductSet
  cuts: ProductSet
  prices: ProductSet
}

/** Values under one heading widen the choice, headings narrow it. */
export function applyChoice(
  { everything, metals, cuts }: ListingIndex,
  prices: PriceIndex | undefined,
  { metals: metalCodes = [], cuts: cutCodes = [], price = {}, inStock = false }: CardQuery,
): AppliedChoice {
  const anyPrice = price.min === undefined && price.max === undefined
  const chosenCuts = cutCodes.flatMap((code) => cuts.get(code) ?? [])
  return {
    metals: productsInMetals(metals, metalCodes, inStock),
    cuts: cutCodes.length === 0 ? everything : inAny(everything, chosenCuts),
    prices: anyPrice ? everything : prices ? productsWithin(prices, price) : inAny(everything, []),
  }
}
