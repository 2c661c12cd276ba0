import type { LocalizedText } from './localized-text.ts'
import { EU_VAT } from './taxes.ts'

export interface ShopRegion {
  currency: string
  name: LocalizedText
  /** Upper-case ISO codes. `rest` means every country that no other region lists. */
  countries: readonly string[] | 'rest'
  /** From US dollars. A regular price is rounded to a multiple of `step`. */
  rate: number
  step: number
  /** Flat delivery prices in major units. */
  standard: number
  express: number
  /** Prices, including those of delivery, contain tax. Otherwise tax is added. */
  taxIncluded?: true
  /** Its rate is used for net prices, if the countries of the region have different rates. */
  taxCountry?: string
}

/** The first region is the default. Shoppers in a country without its own region pay in US dollars. */
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
    taxIncluded: true,
  },
  {
    currency: 'eur',
    name: { en: 'Europe', ru: 'Европа' },
    // Includes the countries of the European Union that do not use the euro.
    countries: Object.keys(EU_VAT),
    rate: 0.92,
    step: 5,
    standard: 0,
    express: 22,
    taxIncluded: true,
    taxCountry: 'DE',
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
