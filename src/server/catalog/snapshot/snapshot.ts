import { createHash } from 'node:crypto'

import type { YieldToLoop } from '#server/infra/scheduling.ts'
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

/** The catalog at one point in time with the indexes for all queries. Immutable. */
export interface Snapshot {
  /** A digest of everything, including the prices of all loaded regions. */
  version: string
  versionOf: (regionId: string) => string
  regions: readonly Region[]
  defaultRegion: Region | undefined
  categories: readonly CategoryRecord[]
  categoryById: ReadonlyMap<string, CategoryRecord>
  collectionById: ReadonlyMap<string, CatalogContents['frame']['value']['collections'][number]>
  /** In the shop's own order; see `sortFeatured`. */
  products: readonly ProductRecord[]
  byId: ReadonlyMap<string, ProductRecord>
  byHandle: ReadonlyMap<string, ProductRecord>
  byVariant: ReadonlyMap<string, ProductRecord>
  /** The products of each category by its handle, including those of its sub-categories. */
  byCategory: ReadonlyMap<string, readonly ProductRecord[]>
  priceLists: ReadonlyMap<string, PriceList>
  listing: ListingIndex
  search: PlacedIndex
}

const LEADING_COLLECTIONS = ['best-sellers', 'trending', 'new-in']
const DEFAULT_CURRENCY = 'USD'

export async function buildSnapshot(
  contents: CatalogContents,
  yieldToLoop: YieldToLoop,
  before?: Pick<Snapshot, 'search'>,
): Promise<Snapshot> {
  // The caller may have blocked the event loop for a while.
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

  const contentsVersion = digestOf([contents.frame.digest, ...digests(contents.products)])
  await yieldToLoop()
  const priceListVersions = new Map<string, string>()
  for (const [regionId, priceList] of contents.priceLists) {
    priceListVersions.set(regionId, digestOf(digests(priceList.prices)))
    await yieldToLoop()
  }
  const defaultRegion = regions.find((region) => region.currency_code === DEFAULT_CURRENCY) ?? regions[0]

  return {
    version: digestOf([contentsVersion, ...[...priceListVersions].map((entry) => entry.join(':')).toSorted()]),
    versionOf(regionId) {
      const shown = priceListVersions.has(regionId) ? regionId : defaultRegion?.id
      return digestOf([contentsVersion, shown ?? '', (shown && priceListVersions.get(shown)) ?? ''])
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

function createCategoryHandles(categoryById: ReadonlyMap<string, CategoryRecord>) {
  const pathOf = (id: string | null, seen: ReadonlySet<string> = new Set()): string[] => {
    const category = id === null || seen.has(id) ? undefined : categoryById.get(id)
    return category ? [category.handle, ...pathOf(category.parentId, new Set([...seen, category.id]))] : []
  }
  const handles = new Map([...categoryById.keys()].map((id) => [id, pathOf(id)]))
  return (product: ProductRecord): ReadonlySet<string> =>
    new Set(product.categories.flatMap((id) => handles.get(id) ?? []))
}

/** In stock first, then by collection, then the oldest: a change of one product barely changes the order. */
function sortFeatured(
  products: readonly ProductRecord[],
  collectionById: Snapshot['collectionById'],
): readonly ProductRecord[] {
  const ranked = products.map((product) => {
    const collection = product.collection ? collectionById.get(product.collection)?.handle : undefined
    const rank = LEADING_COLLECTIONS.indexOf(collection ?? '')
    return { product, rank: rank === -1 ? LEADING_COLLECTIONS.length : rank, soldOut: isInStock(product) ? 0 : 1 }
  })
  return ranked
    .toSorted(
      (a, b) =>
        a.soldOut - b.soldOut ||
        a.rank - b.rank ||
        compareText(a.product.createdAt, b.product.createdAt) ||
        compareText(a.product.handle, b.product.handle),
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

interface PlacedIndex {
  index: SearchIndex
  /** The product number in the index for each place in the shop's own order. */
  numberAt: Uint32Array
}

function placeIndex(index: SearchIndex, products: readonly ProductRecord[]): PlacedIndex {
  const numbers = new Map(index.records.map(({ id }, number) => [id, number]))
  return { index, numberAt: Uint32Array.from(products, ({ id }) => numbers.get(id) ?? 0) }
}
