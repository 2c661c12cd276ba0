import type { PriceRange } from './product.ts'

const UNIT = 100

/** For a URL, in units of the currency: `250-500`, `-250`, `1000-`, `-500.01`; '' if both sides are open. */
export function writePriceRange({ min, max }: PriceRange): string {
  if (min === undefined && max === undefined) return ''
  return [min, max]
    .map((side) => (side === undefined ? '' : side % UNIT === 0 ? side / UNIT : (side / UNIT).toFixed(2)))
    .join('-')
}

export function parsePriceRange(text: string): PriceRange {
  const [min = '', max = ''] = text.split('-')
  return { ...(min && { min: toHundredths(min) }), ...(max && { max: toHundredths(max) }) }
}

function toHundredths(text: string): number {
  return Math.round(Number(text) * UNIT)
}
