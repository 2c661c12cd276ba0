/**
 * Source of a former price if the backend has none: no other source, or the campaign's formula.
 * The operator chooses with `campaign.referencePrice` in `site.yml`.
 */
export const REFERENCE_PRICES = ['backend', 'formula'] as const
export type ReferencePrice = (typeof REFERENCE_PRICES)[number]

/** Launch40 asks 60 % of the former price. */
const LAUNCH40_SHARE = { of: 60, in: 100 }

/**
 * The crossed-out price beside a unit price; amounts in hundredths.
 * @param original the backend's former price; undefined or not above `price` means that it has none
 * @returns undefined if nothing is crossed out
 */
export function crossedOutPrice(
  price: number,
  original: number | null | undefined,
  reference: ReferencePrice = 'backend',
): number | undefined {
  if (hasRealOriginal(price, original)) return original
  if (reference !== 'formula' || price <= 0) return undefined
  // The formula's price is a whole number of the displayed currency: 199.00 / 0.6 is shown as 332.00.
  const invented = Math.round(price / LAUNCH40_SHARE.of) * LAUNCH40_SHARE.in
  return invented > price ? invented : undefined
}

/** True if the backend itself has a higher former price. */
export function hasRealOriginal(price: number, original: number | null | undefined): original is number {
  return typeof original === 'number' && original > price
}

/**
 * The amount that the formula saves on a total, in hundredths: total / 0.6 - total. It is not rounded, so that lines
 * can be summed first.
 */
export function formulaSaving(total: number): number {
  return (total * (LAUNCH40_SHARE.in - LAUNCH40_SHARE.of)) / LAUNCH40_SHARE.of
}

/**
 * Percentage by which a price is below its former one: a whole number, rounded down so that it never overstates.
 * @returns 0 if there is no former price or it is not higher
 */
export function percentOff(price: number, original: number | null | undefined): number {
  if (typeof original !== 'number' || original <= price || original <= 0) return 0
  return Math.floor(((original - price) * 100) / original)
}
