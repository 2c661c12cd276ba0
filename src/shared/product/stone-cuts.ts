/** Cuts of stones that the shop knows by name: a product says its own by a tag of this code. */
export const STONE_CUTS = [
  'round',
  'oval',
  'cushion',
  'emerald',
  'pear',
  'princess',
  'radiant',
  'marquise',
  'asscher',
  'heart',
] as const

export type StoneCut = (typeof STONE_CUTS)[number]
