import type { ResolveImage } from '#server/images/media-images.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type {
  CalculatedPrice,
  CategoryRef,
  Image,
  OptionValue,
  Product,
  ProductOption,
  Variant,
} from '#shared/product/product.ts'

import type { CategoryRecord, Price, PriceList, ProductRecord, VariantRecord } from './records/records.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

/** What a record is shown with: a language, the prices of a region, and where images are known. */
export interface Lens {
  snapshot: Snapshot
  locale: Locale
  /** Undefined only where not one region's prices were ever read. */
  prices: PriceList | undefined
  resolveImage: ResolveImage
}

/** Size of an image of which we know nothing but its address. */
const FOREIGN_SIZE = { width: 1200, height: 1200 }

/** A record -> the whole product as the API answers it. */
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
    created_at: record.createdAt,
  }
}

export function toImage({ id, url }: { id: string; url: string }, record: ProductRecord, lens: Lens): Image {
  const own = lens.resolveImage(url, lens.locale)
  return own ? { id, ...own } : { id, url, alt: record.words[lens.locale].title, ...FOREIGN_SIZE, placeholder: null }
}

export function toThumbnail(record: ProductRecord, lens: Lens): Image | null {
  const { thumbnail: url } = record
  if (url === null) return null
  const id = record.images.find((image) => image.url === url)?.id ?? `${record.id}-thumbnail`
  return toImage({ id, url }, record, lens)
}

export function toCategoryRef(category: CategoryRecord, snapshot: Snapshot, locale: Locale): CategoryRef {
  const parent = category.parentId === null ? undefined : snapshot.categoryById.get(category.parentId)
  return { id: category.id, handle: category.handle, name: category.words[locale].name, parent: parent?.handle ?? null }
}

export function toOptionValue(value: { id: string; code: string }, record: ProductRecord, locale: Locale): OptionValue {
  return { ...value, value: record.words[locale].values[value.id] ?? value.code }
}

export function toCalculatedPrice(
  price: Price | null | undefined,
  priceList: PriceList | undefined,
): CalculatedPrice | null {
  return price && priceList ? { ...price, currency_code: priceList.currency_code } : null
}

function toOption(option: ProductRecord['options'][number], record: ProductRecord, locale: Locale): ProductOption {
  return {
    id: option.id,
    code: option.code,
    title: record.words[locale].options[option.id] ?? option.code,
    values: option.values.map((value) => toOptionValue(value, record, locale)),
  }
}

function toVariant(variant: VariantRecord, record: ProductRecord, { locale, prices: priceList }: Lens): Variant {
  const text = record.words[locale]
  const price = toCalculatedPrice(priceList?.prices.get(record.id)?.value.variants[variant.id], priceList)
  return {
    id: variant.id,
    title: text.variants[variant.id] ?? '',
    sku: variant.sku,
    inventory_quantity: variant.stock,
    allow_backorder: variant.backorder,
    manage_inventory: variant.managed,
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
