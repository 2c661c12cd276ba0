import type { PriceRange } from '#shared/api/product.ts'

const UNIT = 100
const RANGE = /^(\d{0,8})-(\d{0,8})$/

/**
 * Reads `250-500`, `-250` and `1000-`: whole units of a currency.
 * @returns hundredths; undefined where the text names no prices or all of them
 */
export function readPriceRange(text: string): PriceRange | undefined {
  const [matched, from, to] = RANGE.exec(text) ?? []
  if (matched === undefined) return undefined
  const min = Number(from) * UNIT
  const max = to ? Number(to) * UNIT : undefined
  if (max === undefined) return min > 0 ? { min } : undefined
  if (max <= min) return undefined
  return min > 0 ? { min, max } : { max }
}

/** The text of a range of prices in an address; its ends are whole units of the currency. */
export function writePriceRange({ min, max }: PriceRange): string {
  return `${min ? min / UNIT : ''}-${max === undefined ? '' : max / UNIT}`
}
