/** `major` is 129.5 for $129.50; `minor` is 12950, whatever the currency's own number of decimals. */
export type PriceUnit = 'major' | 'minor'

/** PayPal takes no decimals of HUF and TWD either. */
const WHOLE = new Set('BIF CLP DJF GNF HUF ISK JPY KMF KRW PYG RWF TWD UGX VND VUV XAF XOF XPF'.split(' '))

/**
 * The only place where money has a fraction. Halves are rounded away from zero.
 * @param currency of a total, which may have fractions that cannot be paid, such as ¥20,102.01 after a discount
 * @throws RangeError if the amount is not a finite number
 */
export function toHundredths(amount: number, unit: PriceUnit, currency = ''): number {
  if (!Number.isFinite(amount)) throw new RangeError(`An amount of money is a finite number, got ${amount}`)
  const size = Math.abs(amount)
  const isWhole = WHOLE.has(currency.toUpperCase())
  const rounded = Math.round(unit === 'minor' ? size / (isWhole ? 100 : 1) : isWhole ? size : shiftTwoDecimals(size))
  const hundredths = isWhole ? rounded * 100 : rounded
  return amount < 0 && hundredths !== 0 ? -hundredths : hundredths
}

/** Multiplication is inexact (1.005 * 100 is 100.49999999999999). */
function shiftTwoDecimals(amount: number): number {
  const text = String(amount)
  return text.includes('e') ? amount * 100 : Number(`${text}e2`)
}

export function fromHundredths(hundredths: number, unit: PriceUnit): number {
  return unit === 'minor' ? hundredths : hundredths / 100
}
