import type { HttpTypes } from '@medusajs/types'

import { toHundredths } from '#shared/money/to-hundredths.ts'

import type { Price, ProductPrices } from '../records/records.ts'

export function toProductPrices(product: HttpTypes.StoreProduct, unit: 'major' | 'minor'): ProductPrices {
  const variants: Record<string, Price> = {}
  // Variants with equal prices share one object: a large shop holds the prices of every region.
  const known = new Map<string, Price>()
  let lowest: Price | null = null
  let varies = false
  for (const { id, calculated_price: calculated } of product.variants ?? []) {
    const read = calculated ? toPrice(calculated, unit) : undefined
    if (!read) continue
    const key = Object.values(read).join()
    const price = known.get(key) ?? read
    known.set(key, price)
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
  const original = amount(price.original_amount) ?? calculated
  const isInclusive = price.is_calculated_price_tax_inclusive ?? false
  return {
    calculated_amount: calculated,
    original_amount: original,
    tax_inclusive: isInclusive,
    // Without a country the backend has no tax rate and omits these amounts. A tax-inclusive price then is the amount
    // with tax; any other price is both.
    calculated_amount_with_tax: amount(price.calculated_amount_with_tax) ?? calculated,
    calculated_amount_without_tax: amount(price.calculated_amount_without_tax) ?? (isInclusive ? null : calculated),
    original_amount_with_tax: amount(price.original_amount_with_tax) ?? original,
    original_amount_without_tax: amount(price.original_amount_without_tax) ?? (isInclusive ? null : original),
  }
}
