import type { PriceRange } from './product.ts'

const UNIT = 100

/**
 * Writes a price range for a URL, in whole units of the currency: `250-500`, `-250`, `1000-`.
 * @returns an empty text if both sides are open
 */
export function writePriceRange({ min, max }: PriceRange): string {
  if (min === undefined && max === undefined) return ''
  return [min, max].map((side) => (side === undefined ? '' : side / UNIT)).join('-')
}

/**
 * Reads a range that `writePriceRange` wrote.
 * @param text digits with one dash; the caller checks the format
 * @returns hundredths; a side without digits is open
 */
export function parsePriceRange(text: string): PriceRange {
  const [min = '', max = ''] = text.split('-')
  return { ...(min && { min: Number(min) * UNIT }), ...(max && { max: Number(max) * UNIT }) }
}
