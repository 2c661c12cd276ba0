import type { Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'
import pMap from 'p-map'

import { inChunks, type YieldToLoop } from '#server/infra/scheduling.ts'
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

import type { Interpreter } from '../interpreting/interpreter.ts'
import {
  perLocale,
  type CategoryRecord,
  type CollectionRecord,
  type Frame,
  type Region,
  type Stamped,
  type PriceList,
  type ProductPrices,
  type StampedMap,
  type ProductRecord,
} from '../records/records.ts'
import { stamp } from '../records/stamp.ts'

export interface CatalogSource {
  store: Pick<Store, 'region' | 'category' | 'collection' | 'product' | 'cart' | 'fulfillment'>
  /** Returns the response body as bytes; the interpreter parses it in its thread. */
  bytes: Pick<Store, 'product'>
  interpreter: Interpreter
  /** The language of the backend's own texts. The other languages come from its translations. */
  defaultLocale: Locale
  priceUnit: 'major' | 'minor'
  yieldToLoop: YieldToLoop
}

/** The maximum number of concurrent calls. It is low, because the backend is slow and serves carts too. */
export const CALLS_AT_ONCE = 2
const PRODUCTS_A_CALL = 50

function localeHeaders(source: CatalogSource, locale: Locale): Record<string, string> {
  return locale === source.defaultLocale ? {} : { 'x-medusa-locale': LANGUAGE_TAGS[locale] }
}

async function listInBytes(
  source: CatalogSource,
  query: HttpTypes.StoreProductListParams,
  locale: Locale = source.defaultLocale,
): Promise<ArrayBuffer> {
  const answer: unknown = await source.bytes.product.list(query, localeHeaders(source, locale))
  return answer as ArrayBuffer
}

/** More than a shop has regions, categories or collections. The backend has no maximum. */
const LIMIT = 1000

/** @param known the regions of the last read: what delivery costs is read later and kept until then */
export async function loadFrame(
  source: CatalogSource,
  readAt: number,
  known: readonly Region[],
): Promise<Stamped<Frame>> {
  const { store } = source
  const fields = 'id,name,currency_code,metadata,*countries,*payment_providers'
  const { regions } = await store.region.list({ limit: LIMIT, fields })
  const texts = await pMap(LOCALES, (locale) => loadTexts(source, locale), { concurrency: CALLS_AT_ONCE })
  const byLocale = new Map(LOCALES.map((locale, index) => [locale, texts[index]]))
  const own = byLocale.get(source.defaultLocale)
  return stamp(
    {
      regions: regions
        .map((region) => ({
          ...toRegion(region),
          delivery: known.find(({ id }) => id === region.id)?.delivery ?? null,
        }))
        .toSorted(byId),
      categories: (own?.categories ?? []).map((category) => toCategory(category, byLocale)).toSorted(byRank),
      collections: (own?.collections ?? []).map((collection) => toCollection(collection, byLocale)).toSorted(byId),
    },
    readAt,
  )
}

interface FrameTexts {
  categories: HttpTypes.StoreProductCategory[]
  collections: HttpTypes.StoreCollection[]
}

async function loadTexts(source: CatalogSource, locale: Locale): Promise<FrameTexts> {
  const headers = localeHeaders(source, locale)
  const { product_categories: categories } = await source.store.category.list(
    { limit: LIMIT, fields: 'id,name,description,handle,rank,parent_category_id' },
    headers,
  )
  const { collections } = await source.store.collection.list({ limit: LIMIT, fields: 'id,title,handle' }, headers)
  return { categories, collections }
}

function toRegion(region: HttpTypes.StoreRegion): Region {
  const countries = (region.countries ?? []).flatMap(({ iso_2: code }) => (code ? [code.toUpperCase()] : [])).toSorted()
  return {
    id: region.id,
    name: region.name,
    currency_code: region.currency_code.toUpperCase(),
    countries,
    paymentProviders: (region.payment_providers ?? []).map(({ id }) => id).toSorted(),
    ...taxCountryOf(region, countries),
  }
}

/** For whose tax rates the backend computes prices: the `tax_country` of the metadata, or the only country. */
function taxCountryOf({ metadata }: HttpTypes.StoreRegion, countries: readonly string[]): Pick<Region, 'taxCountry'> {
  const named: unknown = metadata?.['tax_country']
  const code = typeof named === 'string' ? named.toUpperCase() : countries.length === 1 ? countries[0] : undefined
  return code !== undefined && countries.includes(code) ? { taxCountry: code } : {}
}

function toCategory(
  category: HttpTypes.StoreProductCategory,
  texts: ReadonlyMap<Locale, FrameTexts | undefined>,
): CategoryRecord {
  return {
    id: category.id,
    handle: category.handle,
    parentId: category.parent_category_id,
    rank: category.rank ?? 0,
    words: perLocale((locale) => {
      const translated = texts.get(locale)?.categories.find(({ id }) => id === category.id) ?? category
      return {
        name: insertNbsp(translated.name, locale),
        description: insertNbsp(translated.description ?? '', locale),
      }
    }),
  }
}

function toCollection(
  collection: HttpTypes.StoreCollection,
  texts: ReadonlyMap<Locale, FrameTexts | undefined>,
): CollectionRecord {
  return {
    id: collection.id,
    handle: collection.handle,
    words: perLocale((locale) => {
      const translated = texts.get(locale)?.collections.find(({ id }) => id === collection.id) ?? collection
      return { title: translated.title }
    }),
  }
}

function byId(a: { id: string }, b: { id: string }): number {
  return compareText(a.id, b.id)
}

function byRank(a: CategoryRecord, b: CategoryRecord): number {
  return a.rank - b.rank || byId(a, b)
}

const PRICES = 'id,variants.id,*variants.calculated_price'

interface ProductsToRead<Value> {
  ids: readonly string[]
  known: StampedMap<Value> | undefined
  readAt: number
}

/** @returns integer hundredths of the region's currency, by product id */
export async function loadPrices(
  source: CatalogSource,
  { region, ids, known, readAt }: ProductsToRead<ProductPrices> & { region: Region },
): Promise<PriceList['prices']> {
  const found = new Map<string, Stamped<ProductPrices>>()
  const loadChunk = async (chunk: string[]): Promise<void> => {
    const answer = await listInBytes(source, {
      id: chunk,
      region_id: region.id,
      ...(region.taxCountry ? { country_code: region.taxCountry.toLowerCase() } : {}),
      limit: chunk.length,
      fields: PRICES,
    })
    const prices = await source.interpreter.toPrices({ answer, unit: source.priceUnit }, { ids: chunk, known, readAt })
    for (const [id, price] of prices) found.set(id, price)
    await source.yieldToLoop()
  }
  await pMap(inChunks(ids, PRODUCTS_A_CALL), loadChunk, { concurrency: CALLS_AT_ONCE })
  return found
}

const IDS_A_CALL = 5000

/** `*` selects relations that the backend returns only as a whole. The other fields are listed to keep responses small. */
const FACTS = [
  'id,handle,status,title,subtitle,description,material,thumbnail,discountable,created_at,metadata',
  'images.id,images.url,images.rank,options.id,options.title,options.values.id,options.values.value',
  '*variants,variants.options.id,*variants.images,variants.inventory_quantity',
  '*categories,collection_id,type.value,tags.value',
].join()

const TEXTS = [
  'id,title,subtitle,description,material',
  'options.id,options.title,options.values.id,options.values.value,variants.id,variants.title',
].join()

/** Products are read by id: if one were deleted between two pages of a list, the next page would skip one. */
export async function loadProductIds({ store }: CatalogSource): Promise<string[]> {
  const ids = new Set<string>()
  for (let offset = 0, count = 1; offset < count; offset += IDS_A_CALL) {
    const page = await store.product.list({ limit: IDS_A_CALL, offset, order: 'id', fields: 'id' })
    for (const { id } of page.products) ids.add(id)
    count = page.count
  }
  return [...ids]
}

/** The result lacks products that are not for sale. */
export async function loadProducts(
  source: CatalogSource,
  { ids, known, readAt }: ProductsToRead<ProductRecord>,
): Promise<Map<string, Stamped<ProductRecord>>> {
  const found = new Map<string, Stamped<ProductRecord>>()
  const loadChunk = async (chunk: string[]): Promise<void> => {
    const query = { id: chunk, limit: chunk.length }
    const facts = await listInBytes(source, { ...query, fields: FACTS }, source.defaultLocale)
    const texts: [Locale, ArrayBuffer][] = []
    for (const locale of LOCALES) {
      if (locale !== source.defaultLocale)
        texts.push([locale, await listInBytes(source, { ...query, fields: TEXTS }, locale)])
    }
    const records = await source.interpreter.toRecords({ facts, words: texts }, { ids: chunk, known, readAt })
    for (const [id, record] of records) found.set(id, record)
    await source.yieldToLoop()
  }
  await pMap(inChunks(ids, PRODUCTS_A_CALL), loadChunk, { concurrency: CALLS_AT_ONCE })
  return found
}
