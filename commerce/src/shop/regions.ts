import type { Words } from './words.ts'

export interface ShopRegion {
  currency: string
  name: Words
  /** Upper case ISO codes; `rest` takes every country that no other region names. */
  countries: readonly string[] | 'rest'
  /** Units of the currency for one American dollar, and the step that an original price is rounded to. */
  rate: number
  step: number
  /** Flat prices of delivery in major units. */
  standard: number
  express: number
}

const EURO_COUNTRIES = ['DE', 'FR', 'ES', 'IT', 'NL', 'BE', 'AT', 'PT', 'IE', 'FI', 'GR']

/** The first is the default. A country whose own currency has no region here buys in dollars. */
export const REGIONS: readonly ShopRegion[] = [
  {
    currency: 'usd',
    name: { en: 'International', ru: 'Весь мир' },
    countries: 'rest',
    rate: 1,
    step: 5,
    standard: 0,
    express: 25,
  },
  {
    currency: 'gbp',
    name: { en: 'United Kingdom', ru: 'Великобритания' },
    countries: ['GB'],
    rate: 0.79,
    step: 5,
    standard: 0,
    express: 20,
  },
  {
    currency: 'eur',
    name: { en: 'Europe', ru: 'Европа' },
    countries: EURO_COUNTRIES,
    rate: 0.92,
    step: 5,
    standard: 0,
    express: 22,
  },
  {
    currency: 'cad',
    name: { en: 'Canada', ru: 'Канада' },
    countries: ['CA'],
    rate: 1.36,
    step: 5,
    standard: 12,
    express: 35,
  },
  {
    currency: 'aud',
    name: { en: 'Australia', ru: 'Австралия' },
    countries: ['AU'],
    rate: 1.52,
    step: 5,
    standard: 15,
    express: 40,
  },
  {
    currency: 'ils',
    name: { en: 'Israel', ru: 'Израиль' },
    countries: ['IL'],
    rate: 3.7,
    step: 5,
    standard: 0,
    express: 80,
  },
  {
    currency: 'jpy',
    name: { en: 'Japan', ru: 'Япония' },
    countries: ['JP'],
    rate: 150,
    step: 500,
    standard: 0,
    express: 3500,
  },
  {
    currency: 'chf',
    name: { en: 'Switzerland', ru: 'Швейцария' },
    countries: ['CH'],
    rate: 0.88,
    step: 5,
    standard: 0,
    express: 22,
  },
]
