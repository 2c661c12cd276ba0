import type { PriceRange } from './product.ts'

const UNIT = 100

/**
 * The text of a range of prices in an address, in whole units of the currency: `250-500`, `-250`, `1000-`.
 * @returns nothing for a range that is open on both sides
 */
export function writePriceRange({ min, max }: PriceRange): string {
  if (min === undefined && max === undefined) return ''
  return [min, max].map((side) => (side === undefined ? '' : side / UNIT)).join('-')
}

/**
 * Reads what `writePriceRange` wrote.
 * @param text of digits with one dash among them
 * @returns hundredths; a side without digits is open
 */
export function parsePriceRange(text: string): PriceRange {
  const [min = '', max = ''] = text.split('-')
  return { ...(min && { min: Number(min) * UNIT }), ...(max && { max: Number(max) * UNIT }) }
}
