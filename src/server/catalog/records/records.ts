import type { DaysOnTheWay } from '#shared/delivery/delivery-days.ts'
import { type Locale, LOCALES } from '#shared/i18n/locale.ts'
import type { CalculatedPrice } from '#shared/product/product.ts'
import type { Films } from '#shared/product/read-films.ts'
import type { Stones } from '#shared/product/read-stones.ts'

export interface ShippingOption {
  id: string
  names: Record<Locale, string>
  /** Null if the operator has not set the delivery time. */
  days: DaysOnTheWay | null
  /** Integer hundredths of the region's currency; null if it depends on the cart. */
  amount: number | null
  insured: boolean
  /** Upper case. */
  countries: readonly string[]
  isPickup: boolean
  /** Ids of the service zone and of the shipping profile. */
  zone: string
  profile: string
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
  /** The cheapest first. */
  shippingOptions: readonly ShippingOption[]
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
  /** By region id. */
  prices: Readonly<Record<string, ProductPrices>>
}

/** Amounts of one variant in the currency of the region, in integer hundredths. */
export type Price = Omit<CalculatedPrice, 'currency_code'>

/** By variant id; a variant without a price is absent. */
export interface ProductPrices {
  variants: Record<string, Price>
  lowest: Price | null
  varies: boolean
}

/** Immutable. An unchanged product keeps its object from one read to the next. */
export interface CatalogContents {
  frame: Frame
  products: ReadonlyMap<string, ProductRecord>
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

/** A place to sort by. What the order does not name comes last. */
export function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name)
  return place === -1 ? order.length : place
}
