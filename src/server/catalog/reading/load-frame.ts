import type { HttpTypes } from '@medusajs/types'

import { mapConcurrent } from '#server/infra/map-concurrent.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'
import { insertNbsp } from '#shared/text/insert-nbsp.ts'

import { perLocale } from '../records/per-locale.ts'
import type { CategoryRecord, CollectionRecord, Frame, Region, Stamped } from '../records/records.ts'
import { stamp } from '../records/stamp.ts'
import { CALLS_AT_ONCE, localeHeaders, type CatalogSource } from './catalog-source.ts'

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
