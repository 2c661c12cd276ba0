/** `major` is 129.5 for $129.50; `minor` is 12950, whatever the currency's own number of decimals. */
export type PriceUnit = 'major' | 'minor'

/**
 * Converts the backend's amount to ours. This is the only place where money has a fraction.
 * @returns integer hundredths, halves away from zero
 * @throws RangeError if the amount is not a finite number
 */
export function toHundredths(amount: number, unit: PriceUnit): number {
  if (!Number.isFinite(amount)) throw new RangeError(`An amount of money is a finite number, got ${amount}`)
  const size = Math.abs(amount)
  const hundredths = unit === 'minor' ? Math.round(size) : Math.round(shiftTwoDecimals(size))
  return amount < 0 && hundredths !== 0 ? -hundredths : hundredths
}

/** Multiplication is inexact (1.005 * 100 is 100.49999999999999), so the decimal point is moved in the text instead. */
function shiftTwoDecimals(amount: number): number {
  const text = String(amount)
  return text.includes('e') ? amount * 100 : Number(`${text}e2`)
}

/** Converts hundredths to the backend's unit. */
export function fromHundredths(hundredths: number, unit: PriceUnit): number {
  return unit === 'minor' ? hundredths : hundredths / 100
}
