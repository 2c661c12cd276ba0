import type { PriceList, ProductRecord } from '#server/catalog/records/records.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { originalPrices, salePrices } from '../../../commerce/src/shop/prices.ts'

type Prices = PriceList['prices']
type Categories = ReadonlyMap<string, { id: string; parent_category_id: string | null }>

const MADE = {
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
}
const OF_NO_VARIANT = {
  barcode: null,
  ean: null,
  upc: null,
  hs_code: null,
  origin_country: null,
  mid_code: null,
  metadata: null,
}

/** A product as Medusa returns it, including the fields that were not requested, because they are parsed too. */
export function factsAnswer(record: ProductRecord, locale: Locale, categories: Categories): object {
  const { id, handle, status, thumbnail, discountable, createdAt } = record
  const { options, variants, ...text } = translationsResponse(record, locale)
  const images = record.images.map((image, rank) => ({ ...image, rank }))
  return {
    ...text,
    handle,
    status,
    thumbnail,
    discountable,
    images,
    options,
    created_at: createdAt,
    variants: record.variants.map(
      ({ stock, backorder, managed, options: chosen, images: shown, ...variant }, rank) => ({
        ...OF_NO_VARIANT,
        ...variant,
        ...MADE,
        ...variants[rank],
        variant_rank: rank,
        product_id: id,
        thumbnail,
        allow_backorder: backorder,
        manage_inventory: managed,
        inventory_quantity: stock,
        options: record.options.flatMap(({ code, values }) =>
          values.filter((value) => value.code === chosen[code]).map((value) => ({ id: value.id })),
        ),
        images: images
          .filter((image) => shown.includes(image.id))
          .map((image) => ({ ...image, ...MADE, metadata: null, product_id: id })),
      }),
    ),
    categories: record.categories.flatMap((category) => categoryAnswer(categories, category) ?? []),
    collection_id: record.collection,
    type: null,
    tags: record.tags.map((value) => ({ value })),
  }
}

export function translationsResponse({ id, options, variants, words: text }: ProductRecord, locale: Locale) {
  const { title, subtitle, description, material, ...named } = text[locale]
  return {
    id,
    title,
    subtitle,
    description,
    material,
    options: options.map((option) => ({
      id: option.id,
      title: named.options[option.id],
      values: option.values.map((value) => ({ id: value.id, value: named.values[value.id] })),
    })),
    variants: variants.map((variant) => ({ id: variant.id, title: named.variants[variant.id] })),
  }
}

export function pricesAnswer({ id, variants }: ProductRecord, dollars: Prices, currency: string): object {
  const priceList = dollars.get(id)?.value.variants ?? {}
  return {
    id,
    variants: variants.map((variant) => ({
      id: variant.id,
      calculated_price: priceAnswer(variant.id, (priceList[variant.id]?.calculated_amount ?? 0) / 100, currency),
    })),
  }
}

function priceAnswer(variantId: string, dollars: number, currency: string): object {
  const amountIn = (prices: readonly { currency_code: string; amount: number }[]): number =>
    prices.find(({ currency_code: code }) => code === currency)?.amount ?? 0
  const [sale, original] = [amountIn(salePrices(dollars)), amountIn(originalPrices(dollars))]
  const raw = (amount: number) => ({ value: String(amount), precision: 20 })
  const list = { min_quantity: null, max_quantity: null }
  return {
    id: `pset_${variantId}`,
    is_calculated_price_price_list: true,
    is_calculated_price_tax_inclusive: false,
    calculated_amount: sale,
    raw_calculated_amount: raw(sale),
    is_original_price_price_list: false,
    is_original_price_tax_inclusive: false,
    original_amount: original,
    raw_original_amount: raw(original),
    currency_code: currency,
    calculated_price: { id: `price_s_${variantId}`, price_list_id: 'plist_1', price_list_type: 'sale', ...list },
    original_price: { id: `price_o_${variantId}`, price_list_id: null, price_list_type: null, ...list },
  }
}

function categoryAnswer(categories: Categories, id: string): object | undefined {
  const category = categories.get(id)
  if (!category) return undefined
  const { parent_category_id: parent } = category
  const internals = { mpath: id, is_active: true, is_internal: false, external_id: null, metadata: null, ...MADE }
  return { ...category, ...internals, parent_category: parent && categoryAnswer(categories, parent) }
}
