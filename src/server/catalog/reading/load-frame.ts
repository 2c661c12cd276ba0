import type { HttpTypes } from '@medusajs/types'

import { mapConcurrent, inChunks } from '#server/infra/concurrency.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

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
import { CALLS_AT_ONCE, localeHeaders, type CatalogSource, listInBytes, PRODUCTS_A_CALL } from './catalog-source.ts'

/** More than a shop has of any of these; the backend has no maximum. */
const LIMIT = 1000

/**
 * Reads regions, categories and collections, in every language.
 * @param readAt the moment at which this reading began
 * @throws BackendError
 */
export async function loadFrame(source: CatalogSource, readAt: number): Promise<Stamped<Frame>> {
  const { store } = source
  const fields = 'id,name,currency_code,metadata,*countries,*payment_providers'
  const { regions } = await store.region.list({ limit: LIMIT, fields })
  const worded = await mapConcurrent(LOCALES, CALLS_AT_ONCE, (locale) => loadWorded(source, locale))
  const byLocale = new Map(LOCALES.map((locale, index) => [locale, worded[index]]))
  const own = byLocale.get(source.defaultLocale)
  return stamp(
    {
      regions: regions.map(toRegion).toSorted(byId),
      categories: (own?.categories ?? []).map((category) => toCategory(category, byLocale)).toSorted(byRank),
      collections: (own?.collections ?? []).map((collection) => toCollection(collection, byLocale)).toSorted(byId),
    },
    readAt,
  )
}

interface Worded {
  categories: HttpTypes.StoreProductCategory[]
  collections: HttpTypes.StoreCollection[]
}

async function loadWorded(source: CatalogSource, locale: Locale): Promise<Worded> {
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

/**
 * The backend computes a price with and without tax for a country, and a price sheet belongs to a region. The country
 * is the region's only one, or the one that its metadata names as `tax_country`.
 */
function taxCountryOf({ metadata }: HttpTypes.StoreRegion, countries: readonly string[]): Pick<Region, 'taxCountry'> {
  const named: unknown = metadata?.['tax_country']
  const code = typeof named === 'string' ? named.toUpperCase() : countries.length === 1 ? countries[0] : undefined
  return code !== undefined && countries.includes(code) ? { taxCountry: code } : {}
}

function toCategory(
  category: HttpTypes.StoreProductCategory,
  worded: ReadonlyMap<Locale, Worded | undefined>,
): CategoryRecord {
  return {
    id: category.id,
    handle: category.handle,
    parentId: category.parent_category_id,
    rank: category.rank ?? 0,
    words: perLocale((locale) => {
      const translated = worded.get(locale)?.categories.find(({ id }) => id === category.id) ?? category
      return {
        name: insertNbsp(translated.name, locale),
        description: insertNbsp(translated.description ?? '', locale),
      }
    }),
  }
}

function toCollection(
  collection: HttpTypes.StoreCollection,
  worded: ReadonlyMap<Locale, Worded | undefined>,
): CollectionRecord {
  return {
    id: collection.id,
    handle: collection.handle,
    words: perLocale((locale) => {
      const translated = worded.get(locale)?.collections.find(({ id }) => id === collection.id) ?? collection
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

interface PricesWanted {
  region: Region
  ids: readonly string[]
  /** What the products are known to cost there: what is the same is not made anew. */
  known: StampedMap<ProductPrices> | undefined
  /** The moment at which this reading began. */
  readAt: number
}

/**
 * Reads what the products named cost in one region.
 * @returns amounts in integer hundredths of the region's currency, by product id
 * @throws BackendError
 */
export async function loadPrices(
  source: CatalogSource,
  { region, ids, known, readAt }: PricesWanted,
): Promise<PriceList['prices']> {
  const found = new Map<string, Stamped<ProductPrices>>()
  await mapConcurrent(inChunks(ids, PRODUCTS_A_CALL), CALLS_AT_ONCE, async (product) => {
    const answer = await listInBytes(source, {
      id: product,
      region_id: region.id,
      ...(region.taxCountry ? { country_code: region.taxCountry.toLowerCase() } : {}),
      limit: product.length,
      fields: PRICES,
    })
    for (const one of await source.interpreter.toPrices({ answer, unit: source.priceUnit }, { ids: product, known }))
      found.set(one.id, { value: one.value, digest: one.digest, readAt })
    await source.yieldToLoop()
  })
  return found
}

const IDS_A_CALL = 5000

/** `*` where the backend gives the whole or nothing; the rest is named, since it has much that we do not need. */
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

/**
 * Reads which products there are.
 * Ids come first and products by their ids, since pages of products would miss one when another is deleted meanwhile.
 * @throws BackendError
 */
export async function loadProductIds({ store }: CatalogSource): Promise<string[]> {
  const ids = new Set<string>()
  for (let offset = 0, count = 1; offset < count; offset += IDS_A_CALL) {
    const page = await store.product.list({ limit: IDS_A_CALL, offset, order: 'id', fields: 'id' })
    for (const { id } of page.products) ids.add(id)
    count = page.count
  }
  return [...ids]
}

/**
 * Reads the facts and the words of the products named; a product that is not for sale (any more) is absent.
 * @param wanted `known`: what is the same as there is not made anew; `readAt`: the moment at which this reading began
 * @throws BackendError
 */
export async function loadProducts(
  source: CatalogSource,
  { ids, known, readAt }: { ids: readonly string[]; known: StampedMap<ProductRecord> | undefined; readAt: number },
): Promise<Map<string, Stamped<ProductRecord>>> {
  const found = new Map<string, Stamped<ProductRecord>>()
  await mapConcurrent(inChunks(ids, PRODUCTS_A_CALL), CALLS_AT_ONCE, async (item) => {
    const query = { id: item, limit: item.length }
    const facts = await listInBytes(source, { ...query, fields: FACTS }, source.defaultLocale)
    const text: [Locale, ArrayBuffer][] = []
    for (const locale of LOCALES) {
      if (locale !== source.defaultLocale)
        text.push([locale, await listInBytes(source, { ...query, fields: TEXTS }, locale)])
    }
    for (const one of await source.interpreter.toRecords({ facts, words: text }, { ids: item, known }))
      found.set(one.id, { value: one.value, digest: one.digest, readAt })
    await source.yieldToLoop()
  })
  return found
}
