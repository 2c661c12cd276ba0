import { toSlug } from '#server/catalog/reading/to-product-record.ts'
import type {
  CatalogContents,
  CategoryRecord,
  CollectionRecord,
  ProductPrices,
  ProductRecord,
  Region,
} from '#server/catalog/records/records.ts'
import { type Locale, LOCALES } from '#shared/i18n/locale.ts'

import { generatedProduct } from '../../../commerce/src/shop/generated-product.ts'
import type { LocalizedText } from '../../../commerce/src/shop/localized-text.ts'
import { METALS } from '../../../commerce/src/shop/metals.ts'
import { type NewProduct, toNewProduct } from '../../../commerce/src/shop/new-product.ts'
import { ALL_PRODUCTS, CATEGORIES, COLLECTIONS } from '../../../commerce/src/shop/samples.ts'

export const REGION: Region = {
  id: 'reg_us',
  name: 'International',
  currency_code: 'USD',
  countries: ['US'],
  shippingOptions: [],
}

export function generatedContents(count: number): CatalogContents {
  const made = Array.from({ length: count }, (_, index) => {
    const product = ALL_PRODUCTS[index]
    return makeProduct(product ? toNewProduct(product) : generatedProduct(index - ALL_PRODUCTS.length), index)
  })
  return {
    frame: { regions: [REGION], categories: makeCategories(), collections: COLLECTIONS.map(toCollection) },
    products: new Map(made.map((record) => [record.id, record])),
  }
}

function toCollection({ handle, title }: (typeof COLLECTIONS)[number]): CollectionRecord {
  return { id: collectionId(handle), handle, words: perLocale((locale) => ({ title: title[locale] })) }
}

function makeCategories(): CategoryRecord[] {
  return [
    ...CATEGORIES.map((category, rank) => toCategory(category, rank, null)),
    ...CATEGORIES.flatMap(({ handle, children }) =>
      children.map((child, rank) => toCategory(child, rank, categoryId(handle))),
    ),
  ]
}

function toCategory(
  { handle, name, description }: { handle: string; name: LocalizedText; description: LocalizedText },
  rank: number,
  parentId: string | null,
): CategoryRecord {
  const text = perLocale((locale) => ({ name: name[locale], description: description[locale] }))
  return { id: categoryId(handle), handle, parentId, rank, words: text }
}

const FIRST_DAY = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

export function makeProduct(product: NewProduct, index: number): ProductRecord {
  const id = `prod_${String(index).padStart(6, '0')}`
  const options = toOptions(id, product)
  const values = options.flatMap((option) => option.values)
  const variants = toVariants(id, product)
  const shownImages = product.metals.flatMap((metal) => metal.pictures)
  return {
    id,
    handle: product.handle,
    status: 'published',
    createdAt: new Date(FIRST_DAY + index * MINUTE_MS).toISOString(),
    thumbnail: shownImages[0] ?? null,
    images: shownImages.map((url) => ({ id: imageId(id, url), url })),
    options: options.map((option) => ({
      id: option.id,
      code: option.code,
      values: option.values.map(({ id: valueId, code }) => ({ id: valueId, code })),
    })),
    variants: variants.map(({ variant }) => variant),
    categories: product.categories.map(categoryId),
    collection: product.collection ? collectionId(product.collection) : null,
    type: null,
    tags: product.cut ? [product.cut] : [],
    discountable: true,
    stones: [],
    engraving: null,
    films: {},
    model: [],
    words: perLocale((locale) => ({
      title: product.title[locale],
      subtitle: product.subtitle[locale],
      description: product.description[locale],
      material: product.material[locale],
      options: Object.fromEntries(options.map((option) => [option.id, option.title[locale]])),
      values: Object.fromEntries(values.map((value) => [value.id, value.words[locale]])),
      variants: Object.fromEntries(variants.map(({ variant }) => [variant.id, variant.sku ?? ''])),
    })),
    prices: { [REGION.id]: toPrices(variants.map(({ variant, dollars }) => [variant.id, dollars * 100])) },
  }
}

function categoryId(handle: string): string {
  return `pcat_${handle}`
}

function collectionId(handle: string): string {
  return `pcol_${handle}`
}

function perLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, Value>
}

function imageId(id: string, url: string): string {
  return `${id}_${url}`
}

function toOptions(id: string, { metals, fit }: NewProduct) {
  const all: { title: LocalizedText; values: readonly LocalizedText[] }[] = [
    { title: { en: 'Metal', ru: 'Металл' }, values: metals.map(({ metal }) => METALS[metal].name) },
    ...(fit ? [fit] : []),
  ]
  return all
    .filter(({ values }) => values.length > 0)
    .map(({ title, values }) => ({
      id: `${id}_${toSlug(title.en, id)}`,
      title,
      code: toSlug(title.en, id),
      values: values.map((text) => ({ id: `${id}_${toSlug(text.en, id)}`, code: toSlug(text.en, id), words: text })),
    }))
}

function toVariants(id: string, { handle, metals, fit, grams }: NewProduct) {
  const codes = fit?.values.map(({ en }) => toSlug(en, id)) ?? [undefined]
  return metals.flatMap(({ metal, dollars, pictures: shownImages }) =>
    codes.map((size) => {
      const sku = [handle, metal, ...(size ? [size] : [])].join('-')
      const stock = { stock: 5, backorder: false, managed: true }
      const measures = { weight: grams, length: null, height: null, width: null, material: null }
      const options = { metal, ...(size ? { size } : {}) }
      const images = shownImages.map((url) => imageId(id, url))
      return { dollars, variant: { id: `${id}_${sku}`, sku, ...stock, ...measures, options, images } }
    }),
  )
}

function toPrices(amounts: readonly (readonly [variantId: string, amount: number])[]): ProductPrices {
  const taxes = (amount: number) => ({
    tax_inclusive: false,
    calculated_amount_with_tax: amount,
    calculated_amount_without_tax: amount,
    original_amount_with_tax: amount * 2,
    original_amount_without_tax: amount * 2,
  })
  const prices = amounts.map(
    ([variantId, amount]) =>
      [variantId, { calculated_amount: amount, original_amount: amount * 2, ...taxes(amount) }] as const,
  )
  const sorted = prices.map(([, price]) => price).toSorted((a, b) => a.calculated_amount - b.calculated_amount)
  const lowest = sorted[0] ?? null
  const varies = sorted.at(-1)?.calculated_amount !== lowest?.calculated_amount
  return { variants: Object.fromEntries(prices), lowest, varies }
}
