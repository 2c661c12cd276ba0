import type { MessageSet } from './localized-text.ts'

/** American sizes; in Russia a ring is bought by its inner diameter in millimetres. */
export const RING_SIZES: readonly MessageSet[] = [
  { en: '5', ru: '15,75' },
  { en: '6', ru: '16,5' },
  { en: '6.5', ru: '17' },
  { en: '7', ru: '17,25' },
  { en: '7.5', ru: '17,75' },
  { en: '8', ru: '18' },
  { en: '9', ru: '19' },
]
