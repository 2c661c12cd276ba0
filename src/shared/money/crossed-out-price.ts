/** If the backend has no former price: none, or the campaign's formula (`campaign.referencePrice` in `site.yml`). */
export const REFERENCE_PRICES = ['backend', 'formula'] as const
export type ReferencePrice = (typeof REFERENCE_PRICES)[number]

const LAUNCH40_SHARE = { of: 60, in: 100 }

/** In hundredths. */
export function crossedOutPrice(
  price: number,
  original: number | null | undefined,
  reference: ReferencePrice = 'backend',
): number | undefined {
  if (hasRealOriginal(price, original)) return original
  if (reference !== 'formula' || price <= 0) return undefined
  // A whole number of the displayed currency: 199.00 / 0.6 is shown as 332.00.
  const invented = Math.round(price / LAUNCH40_SHARE.of) * LAUNCH40_SHARE.in
  return invented > price ? invented : undefined
}

export function hasRealOriginal(price: number, original: number | null | undefined): original is number {
  return typeof original === 'number' && original > price
}

/** total / 0.6 - total. Not rounded, so that lines can be summed first. */
export function formulaSaving(total: number): number {
  return (total * (LAUNCH40_SHARE.in - LAUNCH40_SHARE.of)) / LAUNCH40_SHARE.of
}

/** Rounded down so that it never overstates. */
export function percentOff(price: number, original: number | null | undefined): number {
  if (typeof original !== 'number' || original <= price || original <= 0) return 0
  return Math.floor(((original - price) * 100) / original)
}
