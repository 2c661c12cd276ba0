import type { HttpTypes } from '@medusajs/types'

import { toHundredths } from '#shared/money/to-hundredths.ts'

import { inPieces, inTurns } from '../pace/in-turns.ts'
import type { Price, PriceSheet, ProductPrices, Region, Stamped } from '../records.ts'
import { CALLS_AT_ONCE, PRODUCTS_A_CALL, type CatalogSource } from './catalog-source.ts'
import { stamp } from './stamp.ts'

const PRICES = 'id,variants.id,*variants.calculated_price'

/**
 * Reads what the pieces named cost in one region.
 * @param readAt the moment at which this reading began
 * @returns amounts in integer hundredths of the region's currency, by product id
 * @throws BackendError
 */
export async function loadPrices(
  source: CatalogSource,
  region: Region,
  ids: readonly string[],
  readAt: number,
): Promise<PriceSheet['prices']> {
  const found = new Map<string, Stamped<ProductPrices>>()
  await inTurns(inPieces(ids, PRODUCTS_A_CALL), CALLS_AT_ONCE, async (piece) => {
    const query = { id: piece, limit: piece.length, region_id: region.id, fields: PRICES }
    const { products } = await source.store.product.list(query)
    for (const product of products) {
      found.set(product.id, stamp(toProductPrices(product, source.priceUnit), readAt))
      await source.breathe()
    }
  })
  return found
}

function toProductPrices(product: HttpTypes.StoreProduct, unit: 'major' | 'minor'): ProductPrices {
  const variants: Record<string, Price> = {}
  let lowest: Price | null = null
  let varies = false
  for (const { id, calculated_price: calculated } of product.variants ?? []) {
    const price = calculated ? toPrice(calculated, unit) : undefined
    if (!price) continue
    variants[id] = price
    if (lowest && lowest.calculated_amount !== price.calculated_amount) varies = true
    if (!lowest || price.calculated_amount < lowest.calculated_amount) lowest = price
  }
  return { variants, lowest, varies }
}

function toPrice(price: HttpTypes.StoreCalculatedPrice, unit: 'major' | 'minor'): Price | undefined {
  const amount = (value: number | null | undefined): number | null =>
    typeof value === 'number' ? toHundredths(value, unit) : null
  const calculated = amount(price.calculated_amount)
  if (calculated === null) return undefined
  return {
    calculated_amount: calculated,
    original_amount: amount(price.original_amount) ?? calculated,
    calculated_amount_with_tax: amount(price.calculated_amount_with_tax),
    calculated_amount_without_tax: amount(price.calculated_amount_without_tax),
    original_amount_with_tax: amount(price.original_amount_with_tax),
    original_amount_without_tax: amount(price.original_amount_without_tax),
  }
}
