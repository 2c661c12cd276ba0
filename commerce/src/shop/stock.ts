/** Low stock of some variants, so that the sample shop has every stock state. */
const SCARCE: Record<string, number> = {
  'round-solitaire-ring-rose-gold-9': 0,
  'emerald-solitaire-ring-platinum-7': 1,
  'pear-pendant-and-drops-set-rose-gold': 1,
  'round-tennis-necklace-white-gold': 2,
  'oval-tennis-bracelet-yellow-gold': 3,
}
const SOLD_OUT = 'blue-cushion-solitaire-ring-'

/** The stock of a variant: deterministic, mostly 4 to 20. */
export function stockOf(sku: string): number {
  if (sku.startsWith(SOLD_OUT)) return 0
  const scarce = SCARCE[sku]
  if (scarce !== undefined) return scarce
  let sum = 0
  for (const character of sku) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return 4 + (sum % 17)
}
