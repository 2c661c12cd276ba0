import type { ResolveImage } from '#server/images/media.ts'
import { DEFAULT_VARIANT_TITLE } from '#shared/cart/choice-of.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type {
  CalculatedPrice,
  CategoryRef,
  Image,
  OptionValue,
  Product,
  ProductCard,
  ProductOption,
  Variant,
} from '#shared/product/product.ts'
import { filmOf } from '#shared/product/read-films.ts'

import {
  type CategoryRecord,
  type Price,
  type ProductRecord,
  type VariantRecord,
  availableOf,
  canBeBought,
  isInStock,
  leadDaysOf,
} from './records/records.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

export interface Lens {
  snapshot: Snapshot
  locale: Locale
  regionId: string
  currency: string
  resolveImage: ResolveImage
}

/** The assumed size of an external image. */
const FOREIGN_SIZE = { width: 1200, height: 1200 }

export function toProduct(record: ProductRecord, lens: Lens): Product {
  const text = record.words[lens.locale]
  const collection = record.collection ? lens.snapshot.collectionById.get(record.collection) : undefined
  return {
    id: record.id,
    title: text.title,
    subtitle: text.subtitle,
    description: text.description,
    handle: record.handle,
    status: record.status,
    thumbnail: toThumbnail(record, lens),
    images: record.images.map((image) => toImage(image, record, lens)),
    options: record.options.map((option) => toOption(option, record, lens.locale)),
    variants: record.variants.map((variant) => toVariant(variant, record, lens)),
    categories: record.categories.flatMap((id) => {
      const category = lens.snapshot.categoryById.get(id)
      return category ? [toCategoryRef(category, lens.snapshot, lens.locale)] : []
    }),
    collection: collection
      ? { id: collection.id, handle: collection.handle, title: collection.words[lens.locale].title }
      : null,
    type: record.type,
    tags: [...record.tags],
    material: text.material,
    discountable: record.discountable,
    stones: [...record.stones],
    engraving: record.engraving,
    films: record.films,
    model: [...record.model],
    created_at: record.createdAt,
  }
}

function toImage({ id, url }: { id: string; url: string }, record: ProductRecord, lens: Lens): Image {
  const own = lens.resolveImage(url, lens.locale)
  return own ? { id, ...own } : { id, url, alt: record.words[lens.locale].title, ...FOREIGN_SIZE }
}

function toThumbnail(record: ProductRecord, lens: Lens): Image | null {
  const { thumbnail: url } = record
  if (url === null) return null
  const id = record.images.find((image) => image.url === url)?.id ?? `${record.id}-thumbnail`
  return toImage({ id, url }, record, lens)
}

export function toCategoryRef(category: CategoryRecord, snapshot: Snapshot, locale: Locale): CategoryRef {
  const parent = category.parentId === null ? undefined : snapshot.categoryById.get(category.parentId)
  return { id: category.id, handle: category.handle, name: category.words[locale].name, parent: parent?.handle ?? null }
}

function toOptionValue(value: { id: string; code: string }, record: ProductRecord, locale: Locale): OptionValue {
  return { ...value, value: record.words[locale].values[value.id] ?? value.code }
}

function toCalculatedPrice(price: Price | null | undefined, { currency }: Lens): CalculatedPrice | null {
  return price ? { ...price, currency_code: currency } : null
}

function toOption(option: ProductRecord['options'][number], record: ProductRecord, locale: Locale): ProductOption {
  return {
    id: option.id,
    code: option.code,
    title: record.words[locale].options[option.id] ?? option.code,
    values: option.values.map((value) => toOptionValue(value, record, locale)),
  }
}

function toVariant(variant: VariantRecord, record: ProductRecord, lens: Lens): Variant {
  const text = record.words[lens.locale]
  const price = toCalculatedPrice(record.prices[lens.regionId]?.variants[variant.id], lens)
  const leadDays = leadDaysOf(variant)
  return {
    id: variant.id,
    title: text.variants[variant.id] ?? '',
    sku: variant.sku,
    inventory_quantity: variant.stock,
    allow_backorder: variant.backorder,
    manage_inventory: variant.managed,
    ...(leadDays > 0 ? { lead_days: leadDays } : {}),
    weight: variant.weight,
    length: variant.length,
    height: variant.height,
    width: variant.width,
    material: variant.material ?? text.material,
    options: variant.options,
    images: [...variant.images],
    prices: price ? [{ amount: price.original_amount, currency_code: price.currency_code }] : [],
    calculated_price: price,
  }
}

const METAL = 'metal'

/** @param wanted codes of the metals that the list is filtered by; the card shows the product in one of them */
export function toProductCard(record: ProductRecord, lens: Lens, wanted: readonly string[] = []): ProductCard {
  const prices = record.prices[lens.regionId]
  const shown = variantIn(wanted, record)
  const first = record.images.find(({ id }) => id === shown?.images[0])
  const thumbnail = first ? toImage(first, record, lens) : toThumbnail(record, lens)
  return {
    id: record.id,
    handle: record.handle,
    title: record.words[lens.locale].title,
    thumbnail,
    second_view: toSecondView(record, lens, thumbnail),
    film: filmOf(record, (shown ?? variantOn(thumbnail, record))?.options[METAL]) ?? [],
    metals: toMetals(record, lens.locale),
    price: toCalculatedPrice(prices?.lowest, lens),
    price_varies: prices?.varies ?? false,
    in_stock: isInStock(record),
    quick_add_variant_id: toQuickAdd(record),
    shown_metal: shown?.options[METAL] ?? null,
  }
}

const WORD = /\p{L}+/gu
/** Of a word: enough to tell one metal from another, in whatever case it is written. */
const STEM = 4

/** The metals whose whole names are in a query: "rose gold ring", «кольцо из розового золота». */
export function findMetalsIn(text: string) {
  const asked = new Set(stemsOf(text))
  return (record: ProductRecord, locale: Locale): string[] =>
    toMetals(record, locale)
      .filter(({ value }) => stemsOf(value).every((stem) => asked.has(stem)))
      .map(({ code }) => code)
}

function stemsOf(words: string): string[] {
  return (words.toLowerCase().replaceAll('ё', 'е').match(WORD) ?? []).map((word) => word.slice(0, STEM))
}

/** Prefers the variant on the thumbnail, then one in stock. */
function variantIn(
  wanted: readonly string[],
  { images, thumbnail, variants }: ProductRecord,
): VariantRecord | undefined {
  if (wanted.length === 0) return undefined
  const usual = images.find(({ url }) => url === thumbnail)?.id ?? ''
  const made = variants.filter(({ options }) => wanted.includes(options[METAL] ?? ''))
  return made.find((variant) => variant.images.includes(usual)) ?? made.find(canBeBought) ?? made[0]
}

/** Returns a second image of the variant on the thumbnail, never of another metal. */
function toSecondView(record: ProductRecord, lens: Lens, first: Image | null): Image | null {
  if (!first || !record.images.some(({ id }) => id === first.id)) return null
  const shown = variantOn(first, record)
  const isSameLook = ({ id }: { id: string }): boolean => id !== first.id && (!shown || shown.images.includes(id))
  const second = record.images.find(isSameLook)
  return second ? toImage(second, record, lens) : null
}

function variantOn(image: Image | null, { variants }: ProductRecord): VariantRecord | undefined {
  return variants.find(({ images }) => image !== null && images.includes(image.id))
}

function toMetals(record: ProductRecord, locale: Locale): OptionValue[] {
  const metals = record.options.find(({ code }) => code === METAL)
  const made = new Set(record.variants.map(({ options }) => options[METAL]))
  return (metals?.values ?? [])
    .filter(({ code }) => made.has(code))
    .map((value) => toOptionValue(value, record, locale))
}

function toQuickAdd(record: ProductRecord): string | null {
  const [only, another] = record.variants
  return only && !another && availableOf(only) !== 0 ? only.id : null
}

export interface VariantFact {
  productId: string
  productTitle: string
  productSubtitle: string | null
  handle: string
  description: string
  /** `Default variant` in every language if the product has only one variant. */
  variantTitle: string
  /** The ring size or the length. */
  size: string | null
  /** The metal. */
  color: string | null
  /** The other chosen options, such as `Stone color: Blue`, without those that leave no choice. */
  options: string[]
  engraving: number | null
  image: string | null
  available: number | null
  leadDays: number
}

/** Undefined if the shop does not sell the variant. */
export type VariantFacts = (variantId: string, locale: Locale) => VariantFact | undefined

export function toVariantFact(
  snapshot: Snapshot,
  resolveImage: ResolveImage,
  variantId: string,
  locale: Locale,
): VariantFact | undefined {
  const record = snapshot.byVariant.get(variantId)
  const variant = record?.variants.find(({ id }) => id === variantId)
  if (!record || !variant) return undefined
  const text = record.words[locale]
  const optionOf = (...codes: string[]) => record.options.find(({ code }) => codes.includes(code))
  const valueOf = (option: ProductRecord['options'][number] | undefined): string | null => {
    const value = option?.values.find(({ code }) => code === variant.options[option.code])
    return value ? (text.values[value.id] ?? value.code) : null
  }
  const size = optionOf('size', 'length')
  const color = optionOf(METAL, 'color')
  const [shown] = variant.images
  const image = record.images.find(({ id }) => id === shown)?.url ?? record.thumbnail
  return {
    productId: record.id,
    productTitle: text.title,
    productSubtitle: text.subtitle,
    handle: record.handle,
    description: text.description ?? '',
    variantTitle: record.variants.length === 1 ? DEFAULT_VARIANT_TITLE : (text.variants[variantId] ?? ''),
    size: valueOf(size),
    color: valueOf(color),
    options: record.options.flatMap((option) => {
      const value = option === size || option === color || option.values.length < 2 ? null : valueOf(option)
      return value === null ? [] : [`${text.options[option.id] ?? option.code}: ${value}`]
    }),
    engraving: record.engraving,
    image: image && (resolveImage(image, locale)?.url ?? image),
    available: availableOf(variant),
    leadDays: leadDaysOf(variant),
  }
}
