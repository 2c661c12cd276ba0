import { isDeepStrictEqual } from 'node:util'

import type { Client, Store } from '@medusajs/js-sdk'
import type { HttpTypes } from '@medusajs/types'
import pMap from 'p-map'
import PQueue from 'p-queue'

import { createYieldToLoop, inChunks } from '#server/infra/scheduling.ts'
import { LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

import {
  perLocale,
  type CatalogContents,
  type CategoryRecord,
  type CollectionRecord,
  type Frame,
  type ProductRecord,
  type Region,
} from '../records/records.ts'
import { toShippingOptions, type ListedOption } from './shipping-options.ts'
import { toProductPrices } from './to-product-prices.ts'
import { toProductRecord } from './to-product-record.ts'

interface Medusa {
  client: Pick<Client, 'fetch'>
  store: Pick<Store, 'region' | 'category' | 'collection' | 'product'>
  /** The language of the backend's own texts. The other languages come from its translations. */
  defaultLocale: Locale
  priceUnit: 'major' | 'minor'
}

/** What is equal to the known contents keeps its objects. */
export interface CatalogSource {
  readAll(known: CatalogContents | undefined): Promise<CatalogContents>
  /** The result lacks products that are not for sale. */
  readSome(ids: readonly string[], known: CatalogContents): Promise<ReadonlyMap<string, ProductRecord>>
}

/** The maximum number of concurrent calls of a read. It is low, because the backend is slow and serves carts too. */
const CALLS_AT_ONCE = 2
/** Few enough that parsing a response does not hold requests, also if the products have many variants. */
const PRODUCTS_A_CALL = 25
const IDS_A_CALL = 5000
/** More than a shop has regions, categories or collections. The backend has no maximum. */
const LIMIT = 1000

export function createMedusaSource(medusa: Medusa): CatalogSource {
  return {
    async readAll(known) {
      const frame = await loadFrame(medusa)
      const ids = await loadProductIds(medusa)
      return {
        frame: isDeepStrictEqual(known?.frame, frame) && known ? known.frame : frame,
        products: await loadProducts(medusa, ids, frame.regions, known),
      }
    },
    readSome: (ids, known) => loadProducts(medusa, ids, known.frame.regions, known),
  }
}

function localeHeaders({ defaultLocale }: Medusa, locale: Locale): Record<string, string> {
  return locale === defaultLocale ? {} : { 'x-medusa-locale': LANGUAGE_TAGS[locale] }
}

async function loadFrame(medusa: Medusa): Promise<Frame> {
  const { client, store, defaultLocale, priceUnit } = medusa
  const fields = 'id,name,currency_code,metadata,*countries,*payment_providers'
  const { regions } = await store.region.list({ limit: LIMIT, fields })
  const { shipping_options: options } = await client.fetch<{ shipping_options: ListedOption[] }>('/store/delivery')
  const texts = await pMap(LOCALES, (locale) => loadTexts(medusa, locale), { concurrency: CALLS_AT_ONCE })
  const byLocale = new Map(LOCALES.map((locale, index) => [locale, texts[index]]))
  const own = byLocale.get(defaultLocale)
  return {
    regions: regions
      .map(toRegion)
      .map((region) => ({ ...region, shippingOptions: toShippingOptions(options, region, priceUnit) }))
      .toSorted(byId),
    categories: (own?.categories ?? []).map((category) => toCategory(category, byLocale)).toSorted(byRank),
    collections: (own?.collections ?? []).map((collection) => toCollection(collection, byLocale)).toSorted(byId),
  }
}

interface FrameTexts {
  categories: HttpTypes.StoreProductCategory[]
  collections: HttpTypes.StoreCollection[]
}

async function loadTexts(medusa: Medusa, locale: Locale): Promise<FrameTexts> {
  const headers = localeHeaders(medusa, locale)
  const { product_categories: categories } = await medusa.store.category.list(
    { limit: LIMIT, fields: 'id,name,description,handle,rank,parent_category_id' },
    headers,
  )
  const { collections } = await medusa.store.collection.list({ limit: LIMIT, fields: 'id,title,handle' }, headers)
  return { categories, collections }
}

function toRegion(region: HttpTypes.StoreRegion) {
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

const PRICES = 'id,variants.id,*variants.calculated_price'

/** Products are read by id: if one were deleted between two pages of a list, the next page would skip one. */
async function loadProductIds({ store }: Medusa): Promise<string[]> {
  const ids = new Set<string>()
  for (let offset = 0, count = 1; offset < count; offset += IDS_A_CALL) {
    const page = await store.product.list({ limit: IDS_A_CALL, offset, order: 'id', fields: 'id' })
    for (const { id } of page.products) ids.add(id)
    count = page.count
  }
  return [...ids]
}

async function loadProducts(
  medusa: Medusa,
  ids: readonly string[],
  regions: readonly Region[],
  known: CatalogContents | undefined,
): Promise<Map<string, ProductRecord>> {
  const { store, defaultLocale, priceUnit } = medusa
  const calls = new PQueue({ concurrency: CALLS_AT_ONCE })
  const yieldToLoop = createYieldToLoop()
  const found = new Map<string, ProductRecord>()

  async function list(query: HttpTypes.StoreProductListParams, locale = defaultLocale) {
    const { products } = await calls.add(() => store.product.list(query, localeHeaders(medusa, locale)))
    return new Map(products.map((product) => [product.id, product]))
  }

  async function loadChunk(chunk: string[]): Promise<void> {
    const query = { id: chunk, limit: chunk.length }
    const translations = LOCALES.filter((locale) => locale !== defaultLocale).map(
      async (locale) => [locale, await list({ ...query, fields: TEXTS }, locale)] as const,
    )
    const priced = regions.map(async ({ id, taxCountry }) => {
      const country = taxCountry ? { country_code: taxCountry.toLowerCase() } : {}
      return [id, await list({ ...query, region_id: id, ...country, fields: PRICES })] as const
    })
    const [facts, texts, prices] = await Promise.all([
      list({ ...query, fields: FACTS }),
      Promise.all(translations),
      Promise.all(priced),
    ])
    const byLocale = new Map(texts)
    for (const [id, product] of facts) {
      const record = toProductRecord(
        product,
        (locale) => byLocale.get(locale)?.get(id),
        Object.fromEntries(
          prices.flatMap(([regionId, products]) => {
            const own = products.get(id)
            return own ? [[regionId, toProductPrices(own, priceUnit)]] : []
          }),
        ),
      )
      const before = known?.products.get(id)
      found.set(id, before && isDeepStrictEqual(before, record) ? before : record)
      await yieldToLoop()
    }
  }
  await pMap(inChunks(ids, PRODUCTS_A_CALL), loadChunk, { concurrency: CALLS_AT_ONCE })
  return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) as ProductRecord]] : [])))
}
