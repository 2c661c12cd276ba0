import type { LocalizedText } from './localized-text.ts'

/** American ring sizes; the Russian size is the inner diameter in millimeters. */
export const RING_SIZES: readonly LocalizedText[] = [
  { en: '5', ru: '15,75' },
  { en: '6', ru: '16,5' },
  { en: '6.5', ru: '17' },
  { en: '7', ru: '17,25' },
  { en: '7.5', ru: '17,75' },
  { en: '8', ru: '18' },
  { en: '9', ru: '19' },
]
