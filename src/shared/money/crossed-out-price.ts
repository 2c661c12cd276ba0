/**
 * Where a former price comes from when the backend has none: nowhere, or the campaign's formula.
 * The operator chooses by `campaign.referencePrice` in `site.yml`.
 */
export const REFERENCE_PRICES = ['backend', 'formula'] as const
export type ReferencePrice = (typeof REFERENCE_PRICES)[number]

/** Launch40 asks 60 % of the former price. */
const LAUNCH40_SHARE = { of: 60, in: 100 }

/**
 * The price shown crossed out beside a unit's price; amounts in hundredths.
 * @param original the backend's own former price; undefined or not above `price` means that it has none
 * @returns undefined where nothing is to be crossed out
 */
export function crossedOutPrice(
  price: number,
  original: number | null | undefined,
  reference: ReferencePrice = 'backend',
): number | undefined {
  if (hasRealOriginal(price, original)) return original
  if (reference !== 'formula' || price <= 0) return undefined
  // An integer of the displayed currency: 199.00 / 0.6 is shown as 332.00.
  const invented = Math.round(price / LAUNCH40_SHARE.of) * LAUNCH40_SHARE.in
  return invented > price ? invented : undefined
}

/** True where the backend itself says that the price was higher. */
export function hasRealOriginal(price: number, original: number | null | undefined): original is number {
  return typeof original === 'number' && original > price
}

/**
 * What the formula saves on a total, in hundredths: total / 0.6 - total. Not rounded, so that lines can be summed first.
 */
export function formulaSaving(total: number): number {
  return (total * (LAUNCH40_SHARE.in - LAUNCH40_SHARE.of)) / LAUNCH40_SHARE.of
}

/**
 * How many per cent a price is below its former one: a whole number, rounded down so that it never says more than
 * is true.
 * @returns 0 where there is no former price or it is not higher
 */
export function percentOff(price: number, original: number | null | undefined): number {
  if (typeof original !== 'number' || original <= price || original <= 0) return 0
  return Math.floor(((original - price) * 100) / original)
}
