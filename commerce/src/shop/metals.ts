import type { LocalizedText } from './localized-text.ts'

/** The most expensive one last. The keys are the names in the media manifest. */
export const METALS = {
  silver: {
    name: { en: 'Silver', ru: 'Серебро' },
    material: { en: 'sterling silver', ru: 'серебро 925 пробы' },
    density: 0.8,
  },
  'yellow-gold': {
    name: { en: 'Yellow gold', ru: 'Жёлтое золото' },
    material: { en: '14k yellow gold', ru: 'жёлтое золото 585 пробы' },
    density: 1,
  },
  'white-gold': {
    name: { en: 'White gold', ru: 'Белое золото' },
    material: { en: '14k white gold', ru: 'белое золото 585 пробы' },
    density: 1,
  },
  'rose-gold': {
    name: { en: 'Rose gold', ru: 'Розовое золото' },
    material: { en: '14k rose gold', ru: 'розовое золото 585 пробы' },
    density: 1,
  },
  platinum: {
    name: { en: 'Platinum', ru: 'Платина' },
    material: { en: 'platinum', ru: 'платина 950 пробы' },
    density: 1.6,
  },
} satisfies Record<string, { name: LocalizedText; material: LocalizedText; density: number }>

export type Metal = keyof typeof METALS

export function isMetal(value: unknown): value is Metal {
  return typeof value === 'string' && value in METALS
}
