import { parsePriceRange } from '#shared/product/price-range.ts'
import type { PriceRange } from '#shared/product/product.ts'

const RANGE = /^\d{0,8}-\d{0,8}$/

/**
 * Reads `250-500`, `-250` and `1000-`: whole units of a currency.
 * @returns hundredths; undefined where the text names no prices or all of them
 */
export function readPriceRange(text: string): PriceRange | undefined {
  if (!RANGE.test(text)) return undefined
  const { min = 0, max } = parsePriceRange(text)
  if (max === undefined) return min > 0 ? { min } : undefined
  if (max <= min) return undefined
  return min > 0 ? { min, max } : { max }
}
