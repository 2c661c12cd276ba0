import type { LocalizedText } from './localized-text.ts'

/** A ring size or a length. */
export interface Fit extends LocalizedText {
  /** US dollars on top of the regular price, a multiple of 25. */
  extra?: number
  /** True for the length that the SKU does not name. */
  isUsual?: true
}

/** What the shopper chooses beside the metal. */
export interface FitOption {
  title: LocalizedText
  values: readonly Fit[]
}

/** American ring sizes; the Russian size is the inner diameter in millimeters. */
const RING_SIZES: readonly Fit[] = [
  { en: '5', ru: '15,75' },
  { en: '6', ru: '16,5' },
  { en: '6.5', ru: '17' },
  { en: '7', ru: '17,25' },
  { en: '7.5', ru: '17,75' },
  { en: '8', ru: '18' },
  { en: '9', ru: '19' },
]

export const SIZES: FitOption = { title: { en: 'Size', ru: 'Размер' }, values: RING_SIZES }

/** Lengths in centimeters, by the kind of chain. */
export const LENGTHS = {
  necklace: lengths({ cm: 40 }, { cm: 45, isUsual: true }, { cm: 50, extra: 25 }),
  bracelet: lengths({ cm: 16 }, { cm: 18, isUsual: true }, { cm: 20, extra: 25 }),
  tennisNecklace: lengths({ cm: 42, isUsual: true }, { cm: 45, extra: 300 }),
} as const satisfies Record<string, FitOption>

export const FIT_OPTIONS: readonly FitOption[] = [SIZES, ...Object.values(LENGTHS)]

function lengths(...values: (Omit<Fit, 'en' | 'ru'> & { cm: number })[]): FitOption {
  return {
    title: { en: 'Length', ru: 'Длина' },
    values: values.map(({ cm, ...fit }) => ({ en: `${cm} cm`, ru: `${cm} см`, ...fit })),
  }
}
