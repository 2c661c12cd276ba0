/** A product has its cuts as tags with these codes. */
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
