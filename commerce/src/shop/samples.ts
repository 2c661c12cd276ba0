import categories from './categories.json' with { type: 'json' }
import type { LENGTHS } from './fits.ts'
import type { LocalizedText } from './localized-text.ts'
import type { Metal } from './metals.ts'
import products from './products.json' with { type: 'json' }
import regions from './regions.json' with { type: 'json' }

export interface ShopCategory {
  handle: string
  name: LocalizedText
  description: LocalizedText
  /** `media` is the name in the media manifest if it differs from the unique handle. */
  children: readonly { handle: string; media?: string; name: LocalizedText; description: LocalizedText }[]
}

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
  taxIncluded?: boolean
  /** Its rate is used for net prices, if the countries of the region have different rates. */
  taxCountry?: string
}

/** Its variants are its metals in every ring size or length. The media manifest has the rest. */
export interface SampleProduct {
  handle: string
  /** Its name in the media manifest, without the metal. */
  media: string
  title: LocalizedText
  subtitle: LocalizedText
  description: LocalizedText
  /** As in the product's metadata. */
  stones?: string
  engraving?: number
  /** If made of gold. The weight in other metals is computed from it. */
  grams: number
  /** Regular prices in US dollars. */
  originals: Partial<Record<Metal, number>>
  collection?: string
  sized?: boolean
  lengths?: keyof typeof LENGTHS
}

export const CATEGORIES: readonly ShopCategory[] = categories.categories
export const COLLECTIONS: readonly { handle: string; title: LocalizedText }[] = categories.collections
/** The first region is the default. Shoppers in a country without its own region pay in US dollars. */
export const REGIONS = regions as readonly ShopRegion[]
export const ALL_PRODUCTS = products as readonly SampleProduct[]
