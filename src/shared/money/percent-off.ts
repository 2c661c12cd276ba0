/**
 * How many per cent a price is below its former one: a whole number, rounded down so that it never says more than
 * is true.
 * @returns 0 where there is no former price or it is not higher
 */
export function percentOff(price: number, original: number | null | undefined): number {
  if (typeof original !== 'number' || original <= price || original <= 0) return 0
  return Math.floor(((original - price) * 100) / original)
}
