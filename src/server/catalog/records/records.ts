import { type Locale, LOCALES } from '#shared/i18n/locale.ts'
import type { CalculatedPrice } from '#shared/product/product.ts'
import type { Films } from '#shared/product/read-films.ts'
import type { Stones } from '#shared/product/read-stones.ts'

/** The cheapest delivery, as far as it is the same for each country of a region. */
export interface RegionDelivery {
  /** Integer hundredths of the region's currency: 0 if every country has a free option, else the lowest price. */
  amount: number
  insured: boolean
}

/** Country and currency codes are upper case. */
export interface Region {
  id: string
  name: string
  currency_code: string
  countries: readonly string[]
  /** Ids of payment providers. */
  paymentProviders?: readonly string[]
  /** The country for whose tax rates prices are computed; see `taxCountryOf`. */
  taxCountry?: string
  /** Null if nothing holds for all of its countries. */
  delivery?: RegionDelivery | null
}

export interface CategoryRecord {
  id: string
  handle: string
  parentId: string | null
  rank: number
  words: Record<Locale, { name: string; description: string }>
}

export interface CollectionRecord {
  id: string
  handle: string
  words: Record<Locale, { title: string }>
}

export interface Frame {
  regions: readonly Region[]
  categories: readonly CategoryRecord[]
  collections: readonly CollectionRecord[]
}

/** Options, values and variants are keyed by their ids. */
export interface ProductText {
  title: string
  subtitle: string | null
  description: string | null
  material: string | null
  options: Record<string, string>
  values: Record<string, string>
  variants: Record<string, string>
}

export interface VariantRecord {
  id: string
  sku: string | null
  stock: number
  backorder: boolean
  managed: boolean
  /** Working days of making once it is out of stock; absent if not known. */
  leadDays?: number
  weight: number | null
  length: number | null
  height: number | null
  width: number | null
  material: string | null
  /** The value code for each option code. */
  options: Record<string, string>
  images: readonly string[]
}

export interface ProductRecord {
  id: string
  handle: string
  status: string
  createdAt: string
  thumbnail: string | null
  images: readonly { id: string; url: string }[]
  options: readonly { id: string; code: string; values: readonly { id: string; code: string }[] }[]
  variants: readonly VariantRecord[]
  categories: readonly string[]
  collection: string | null
  type: string | null
  tags: readonly string[]
  discountable: boolean
  stones: readonly Stones[]
  /** How many characters can be engraved; null if none. */
  engraving: number | null
  films: Films
  /** Names of files or URLs; see `readModel`. */
  model: readonly string[]
  words: Record<Locale, ProductText>
}

/** Amounts of one variant in the currency of its price list, in integer hundredths. */
export type Price = Omit<CalculatedPrice, 'currency_code'>

/** By variant id; a variant without a price is absent. */
export interface ProductPrices {
  variants: Record<string, Price>
  lowest: Price | null
  varies: boolean
}

export interface Stamped<Value> {
  value: Value
  digest: string
  /** The number of the read: of two values the one with the higher number is newer. 0 if loaded from disk. */
  readAt: number
}

export type StampedMap<Value> = ReadonlyMap<string, Stamped<Value>>

export interface PriceList {
  regionId: string
  currency_code: string
  prices: StampedMap<ProductPrices>
}

/** Immutable. */
export interface CatalogContents {
  frame: Stamped<Frame>
  products: StampedMap<ProductRecord>
  priceLists: ReadonlyMap<string, PriceList>
}

/** Returns the sellable stock of a variant; null if stock is not managed or backorders are allowed. */
export function availableOf(variant: VariantRecord): number | null {
  return variant.managed && !variant.backorder ? variant.stock : null
}

/** Returns the working days that a variant takes to make if it is ordered now; 0 if it is in stock. */
export function leadDaysOf({ managed, backorder, stock, leadDays = 0 }: VariantRecord): number {
  return managed && backorder && stock === 0 ? leadDays : 0
}

export function isInStock(product: ProductRecord): boolean {
  return product.variants.some(canBeBought)
}

export function canBeBought(variant: VariantRecord): boolean {
  return availableOf(variant) !== 0
}

export function perLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, Value>
}
