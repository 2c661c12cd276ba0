import { createHash } from 'node:crypto'

import type { YieldToLoop } from '#server/infra/scheduling.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'
import { compareText } from '#shared/text/compare-text.ts'

import {
  isInStock,
  type CatalogContents,
  type CategoryRecord,
  type PriceList,
  type ProductRecord,
  type Region,
} from '../records/records.ts'
import { buildListingIndex, type ListingIndex } from './listing-index.ts'
import { buildSearchIndex, type SearchIndex } from './search-index.ts'

/** The shop at one moment, with every index that a question needs; never changed, swapped in whole. */
export interface Snapshot {
  /** Of everything, prices of every loaded region included. */
  version: string
  /** Of what a page of one region can show. */
  versionOf: (regionId: string) => string
  regions: readonly Region[]
  defaultRegion: Region | undefined
  categories: readonly CategoryRecord[]
  categoryById: ReadonlyMap<string, CategoryRecord>
  collectionById: ReadonlyMap<string, CatalogContents['frame']['value']['collections'][number]>
  /** In the order in which the shelf shows them when no one asks for another. */
  products: readonly ProductRecord[]
  byId: ReadonlyMap<string, ProductRecord>
  byHandle: ReadonlyMap<string, ProductRecord>
  byVariant: ReadonlyMap<string, ProductRecord>
  /** Handle of a category -> its products, those of its sub-categories included. */
  byCategory: ReadonlyMap<string, readonly ProductRecord[]>
  priceLists: ReadonlyMap<string, PriceList>
  listing: ListingIndex
  search: PlacedIndex
}

const LEADING_COLLECTIONS = ['best-sellers', 'trending', 'new-in']
const DEFAULT_CURRENCY = 'USD'

/**
 * Builds every index over the contents, giving the event loop back in between.
 * @param before what was shown until now: of it is kept what has not changed
 */
export async function buildSnapshot(
  contents: CatalogContents,
  yieldToLoop: YieldToLoop,
  before?: Pick<Snapshot, 'search'>,
): Promise<Snapshot> {
  // What came before this has held the event loop, too.
  await yieldToLoop()
  const { regions, categories, collections } = contents.frame.value
  const categoryById = new Map(categories.map((category) => [category.id, category]))
  const collectionById = new Map(collections.map((collection) => [collection.id, collection]))
  const handlesOf = createCategoryHandles(categoryById)

  const products = sortFeatured(
    [...contents.products.values()].map(({ value }) => value),
    collectionById,
  )
  await yieldToLoop()

  const byId = new Map<string, ProductRecord>()
  const byHandle = new Map<string, ProductRecord>()
  const byVariant = new Map<string, ProductRecord>()
  const byCategory = new Map<string, ProductRecord[]>(categories.map(({ handle }) => [handle, []]))
  const byCollection = new Map<string, ProductRecord[]>(collections.map(({ handle }) => [handle, []]))
  const byTag = new Map<string, ProductRecord[]>()
  for (const product of products) {
    byId.set(product.id, product)
    byHandle.set(product.handle, product)
    for (const variant of product.variants) byVariant.set(variant.id, product)
    for (const handle of handlesOf(product)) byCategory.get(handle)?.push(product)
    for (const tag of product.tags) addTo(byTag, tag, product)
    const collection = product.collection ? collectionById.get(product.collection) : undefined
    if (collection) byCollection.get(collection.handle)?.push(product)
    await yieldToLoop()
  }

  const listing = await buildListingIndex(
    { products, byCategory, byCollection, byTag, priceLists: contents.priceLists },
    yieldToLoop,
  )

  const naming = { categoryById, collectionById }
  const search = placeIndex(await buildSearchIndex(products, naming, yieldToLoop, before?.search.index), products)
  await yieldToLoop()

  const categoriesVersion = digestOf([contents.frame.digest, ...digests(contents.products)])
  await yieldToLoop()
  const priceListVersions = new Map<string, string>()
  for (const [regionId, priceList] of contents.priceLists) {
    priceListVersions.set(regionId, digestOf(digests(priceList.prices)))
    await yieldToLoop()
  }
  const defaultRegion = regions.find((region) => region.currency_code === DEFAULT_CURRENCY) ?? regions[0]

  return {
    version: digestOf([categoriesVersion, ...[...priceListVersions].map((entry) => entry.join(':')).toSorted()]),
    versionOf(regionId) {
      const shown = priceListVersions.has(regionId) ? regionId : defaultRegion?.id
      return digestOf([categoriesVersion, shown ?? '', (shown && priceListVersions.get(shown)) ?? ''])
    },
    regions,
    defaultRegion,
    categories,
    categoryById,
    collectionById,
    products,
    byId,
    byHandle,
    byVariant,
    byCategory,
    priceLists: contents.priceLists,
    listing,
    search,
  }
}

/** A product stands in its categories and in all that are above them. */
function createCategoryHandles(categoryById: ReadonlyMap<string, CategoryRecord>) {
  const above = (id: string | null, seen: ReadonlySet<string> = new Set()): string[] => {
    const category = id === null || seen.has(id) ? undefined : categoryById.get(id)
    return category ? [category.handle, ...above(category.parentId, new Set([...seen, category.id]))] : []
  }
  const handles = new Map([...categoryById.keys()].map((id) => [id, above(id)]))
  return (product: ProductRecord): ReadonlySet<string> =>
    new Set(product.categories.flatMap((id) => handles.get(id) ?? []))
}

/**
 * Chosen products first, then what can be bought, then the oldest: an order that a change of one product barely moves.
 */
function sortFeatured(
  products: readonly ProductRecord[],
  collectionById: Snapshot['collectionById'],
): readonly ProductRecord[] {
  const ranked = products.map((product) => {
    const collection = product.collection ? collectionById.get(product.collection)?.handle : undefined
    const place = LEADING_COLLECTIONS.indexOf(collection ?? '')
    return { product, place: place === -1 ? LEADING_COLLECTIONS.length : place, soldOut: isInStock(product) ? 0 : 1 }
  })
  return ranked
    .toSorted(
      (a, b) =>
        a.soldOut - b.soldOut ||
        a.place - b.place ||
        compareText(a.product.createdAt, b.product.createdAt) ||
        compareText(a.product.words[DEFAULT_LOCALE].title, b.product.words[DEFAULT_LOCALE].title) ||
        compareText(a.product.id, b.product.id),
    )
    .map(({ product }) => product)
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function digests(entries: ReadonlyMap<string, { digest: string }>): string[] {
  return [...entries].map(([id, { digest }]) => `${id}:${digest}`).toSorted()
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha1').update(parts.join('\n')).digest('base64url').slice(0, 16)
}

/** The index, and where its products stand in one snapshot. */
interface PlacedIndex {
  index: SearchIndex
  /** The number in the index of the product at each place of the shop's own order. */
  numberAt: Uint32Array
}

/** @param products in the shop's own order, the same products as the index has */
function placeIndex(index: SearchIndex, products: readonly ProductRecord[]): PlacedIndex {
  const numbers = new Map(index.records.map(({ id }, number) => [id, number]))
  return { index, numberAt: Uint32Array.from(products, ({ id }) => numbers.get(id) ?? 0) }
}
