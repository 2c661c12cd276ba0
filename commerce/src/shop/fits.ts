import type { LocalizedText } from './localized-text.ts'

export interface Fit extends LocalizedText {
  /** US dollars on top of the regular price, a multiple of 25. */
  extra?: number
  /** The SKU does not name this length. */
  isUsual?: true
  isMadeToOrder?: true
}

export interface FitOption {
  title: LocalizedText
  values: readonly Fit[]
}

/** The Russian size is the inner diameter in millimeters. The popular sizes are in stock. */
const RING_SIZES: readonly Fit[] = [
  { en: '3', ru: '14', isMadeToOrder: true },
  { en: '3.5', ru: '14,5', isMadeToOrder: true },
  { en: '4', ru: '15', isMadeToOrder: true },
  { en: '4.5', ru: '15,25', isMadeToOrder: true },
  { en: '5', ru: '15,75' },
  { en: '5.5', ru: '16', isMadeToOrder: true },
  { en: '6', ru: '16,5' },
  { en: '6.5', ru: '17' },
  { en: '7', ru: '17,25' },
  { en: '7.5', ru: '17,75' },
  { en: '8', ru: '18' },
  { en: '8.5', ru: '18,5', isMadeToOrder: true },
  { en: '9', ru: '19' },
  { en: '9.5', ru: '19,25', isMadeToOrder: true },
  { en: '10', ru: '19,75', isMadeToOrder: true },
  { en: '10.5', ru: '20,25', isMadeToOrder: true },
  { en: '11', ru: '20,5', isMadeToOrder: true },
  { en: '11.5', ru: '21', isMadeToOrder: true },
  { en: '12', ru: '21,5', isMadeToOrder: true },
  { en: '12.5', ru: '21,75', isMadeToOrder: true },
  { en: '13', ru: '22,25', isMadeToOrder: true },
]

export const SIZES: FitOption = { title: { en: 'Size', ru: 'Размер' }, values: RING_SIZES }

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
