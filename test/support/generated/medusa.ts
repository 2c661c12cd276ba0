import { createServer } from 'node:http'

import type { ProductPrices, ProductRecord } from '#server/catalog/records/records.ts'
import { DEFAULT_LOCALE, LANGUAGE_TAGS, type Locale, LOCALES } from '#shared/i18n/locale.ts'

import { originalPrices, salePrices } from '../../../commerce/src/shop/prices.ts'
import { REGIONS } from '../../../commerce/src/shop/samples.ts'
import { generatedContents, REGION } from './contents.ts'

type Answer = (query: URLSearchParams, locale: Locale) => string

const CHANGED = 500

export function createGeneratedMedusa(count: number) {
  const contents = generatedContents(count)
  const { categories, collections } = contents.frame
  const records = new Map(contents.products)
  const ids = [...records.keys()].toSorted()
  /** Each response is serialized once, so that its cost does not disturb a benchmark. */
  const written = new Map<string, string>()
  let changes = 0

  const byId = new Map(
    categories.map(({ id, handle, rank, parentId, words: wording }) => [
      id,
      { id, handle, rank, parent_category_id: parentId, ...wording[DEFAULT_LOCALE] },
    ]),
  )
  const regions = REGIONS.map(({ currency, name, countries }) => ({
    id: regionId(currency),
    name: name[DEFAULT_LOCALE],
    currency_code: currency,
    countries: (countries === 'rest' ? ['US'] : countries).map((code) => ({ iso_2: code.toLowerCase() })),
  }))

  function writeEach(query: URLSearchParams, kind: string, answerOf: (record: ProductRecord) => object): string {
    const asked = [...query].flatMap(([name, id]) => (name.startsWith('id') ? [id] : []))
    const texts = asked.flatMap((id) => {
      const record = records.get(id)
      if (!record) return []
      const key = `${kind} ${id}`
      const text = written.get(key) ?? JSON.stringify(answerOf(record))
      written.set(key, text)
      return [text]
    })
    return `{"products":[${texts.join()}],"count":${texts.length},"offset":0,"limit":${asked.length}}`
  }

  const products: Answer = (query, locale) => {
    const fields = query.get('fields') ?? ''
    if (fields === 'id') {
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
      const page = ids.slice(offset, offset + limit).map((id) => ({ id }))
      return JSON.stringify({ products: page, count: ids.length, offset, limit })
    }
    if (fields.includes('calculated_price')) {
      const currency = regions.find(({ id }) => id === query.get('region_id'))?.currency_code ?? ''
      return writeEach(query, currency, (record) => pricesAnswer(record, currency))
    }
    return fields.includes('*variants')
      ? writeEach(query, `facts ${locale}`, (record) => factsAnswer(record, locale, byId))
      : writeEach(query, locale, (record) => translationsResponse(record, locale))
  }
  const answers: Record<string, Answer> = {
    '/store/products': products,
    '/store/regions': () => JSON.stringify({ regions }),
    '/store/delivery': () => JSON.stringify({ shipping_options: [] }),
    '/store/product-categories': (_, locale) =>
      JSON.stringify({
        product_categories: categories.map(({ id, words: wording }) => ({ ...byId.get(id), ...wording[locale] })),
      }),
    '/store/collections': (_, locale) =>
      JSON.stringify({
        collections: collections.map(({ id, handle, words: wording }) => ({ id, handle, ...wording[locale] })),
      }),
  }

  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://medusa')
    const locale = LOCALES.find((one) => LANGUAGE_TAGS[one] === headers['x-medusa-locale']) ?? DEFAULT_LOCALE
    const answer = answers[pathname]?.(searchParams, locale)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(answer ?? '{"message":"There is nothing here."}')
  })
  return {
    server,
    change() {
      changes += 1
      for (const [place, id] of ids.entries()) {
        const record = records.get(id)
        const prices = record?.prices[REGION.id]
        if (place % CHANGED > 0 || !record || !prices) continue
        const { en, ru } = record.words
        const variants = Object.entries(prices.variants).map(([variant, price]) => {
          return [variant, { ...price, calculated_amount: price.calculated_amount + 500 }] as const
        })
        records.set(id, {
          ...record,
          words: { en: { ...en, subtitle: `No. ${changes}` }, ru },
          prices: { [REGION.id]: { ...prices, variants: Object.fromEntries(variants) } satisfies ProductPrices },
        })
        for (const key of written.keys()) if (key.endsWith(` ${id}`)) written.delete(key)
      }
    },
  }
}

function regionId(currency: string): string {
  return `reg_${currency}`
}

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
function factsAnswer(record: ProductRecord, locale: Locale, categories: Categories): object {
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

function translationsResponse({ id, options, variants, words: text }: ProductRecord, locale: Locale) {
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

function pricesAnswer({ id, variants, prices }: ProductRecord, currency: string): object {
  const priceList = prices[REGION.id]?.variants ?? {}
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
