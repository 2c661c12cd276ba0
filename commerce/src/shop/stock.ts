import type { Fit } from './fits.ts'

/** So that the sample shop has every stock state. */
const SCARCE: Record<string, number | undefined> = {
  'round-solitaire-ring-rose-gold-9': 0,
  'emerald-solitaire-ring-platinum-7': 1,
  'pear-pendant-and-drops-set-rose-gold': 1,
  'round-tennis-necklace-white-gold': 2,
  'oval-tennis-bracelet-yellow-gold': 3,
}
const SOLD_OUT = 'blue-cushion-solitaire-ring-'

/** Working days that a piece takes to make. */
export const LEAD_DAYS = 15

/** A piece that is sold out is sold out in every size. */
export function isMadeToOrder(sku: string, fit: Fit | undefined) {
  return fit?.isMadeToOrder === true && !sku.startsWith(SOLD_OUT)
}

/** 0 if it is made to order; otherwise deterministic, mostly 4 to 20. */
export function stockOf(sku: string, fit: Fit | undefined) {
  if (sku.startsWith(SOLD_OUT) || isMadeToOrder(sku, fit)) return 0
  let sum = 0
  for (const character of sku) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return SCARCE[sku] ?? 4 + (sum % 17)
}
