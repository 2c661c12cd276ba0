import { createYieldToLoop } from '#server/infra/scheduling.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { METAL_TINTS } from '#shared/product/metal-tints.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { Collection } from '#shared/shop-data.ts'
import { compareText } from '#shared/text/compare-text.ts'

import {
  canBeBought,
  isInStock,
  perLocale,
  placeIn,
  type CatalogContents,
  type CategoryRecord,
  type CollectionRecord,
  type ProductRecord,
  type Region,
} from '../records/records.ts'
import { regionPrices, type RegionPrices } from './region-prices.ts'
import { buildSearchIndex, type SearchIndex } from './search-index.ts'

/** What lists filter and sort by. */
export interface ListingFacts {
  /** The place in the shop's own order. */
  place: number
  /** The place among all products, the newest first. */
  age: number
  /** Codes of the metals in which it is made, and in which it can be bought now. */
  made: readonly string[]
  buyable: readonly string[]
  canBeBought: boolean
  /** Only those of `STONE_CUTS`. */
  cuts: readonly string[]
}

/** The catalog at one point in time with what all queries need. Immutable. Lists are in the shop's own order. */
export interface Snapshot {
  version: string
  regions: readonly Region[]
  defaultRegion: Region | undefined
  categories: readonly CategoryRecord[]
  categoryById: ReadonlyMap<string, CategoryRecord>
  collectionById: ReadonlyMap<string, CollectionRecord>
  products: readonly ProductRecord[]
  facts: ReadonlyMap<ProductRecord, ListingFacts>
  byId: ReadonlyMap<string, ProductRecord>
  byHandle: ReadonlyMap<string, ProductRecord>
  byVariant: ReadonlyMap<string, ProductRecord>
  /** The products of each category by its handle, including those of its sub-categories. */
  byCategory: ReadonlyMap<string, readonly ProductRecord[]>
  collections: Record<Collection, readonly ProductRecord[]>
  metals: readonly { code: string; names: Record<Locale, string> }[]
  /** The cuts that any product has. */
  cuts: ReadonlySet<string>
  /** By region id. */
  prices: ReadonlyMap<string, RegionPrices>
  search: SearchIndex
}

const LEADING_COLLECTIONS = ['best-sellers', 'trending', 'new-in']
const DEFAULT_CURRENCY = 'USD'
const METAL = 'metal'

/** The backend has no order of metals. The most expensive is last. Metals that are not listed follow by their code. */
const METAL_ORDER = Object.keys(METAL_TINTS)

export async function buildSnapshot(
  { frame, products: records }: CatalogContents,
  version: string,
  before?: Pick<Snapshot, 'search'>,
): Promise<Snapshot> {
  const yieldToLoop = createYieldToLoop()
  const { regions, categories, collections } = frame
  const categoryById = new Map(categories.map((category) => [category.id, category]))
  const collectionById = new Map(collections.map((collection) => [collection.id, collection]))
  const handlesOf = createCategoryHandles(categoryById)

  const products = sortFeatured([...records.values()], collectionById)
  await yieldToLoop()
  const newest = products.toSorted((a, b) => compareText(b.createdAt, a.createdAt) || compareText(a.handle, b.handle))
  await yieldToLoop()
  const ages = new Map(newest.map((product, age) => [product, age]))

  const facts = new Map<ProductRecord, ListingFacts>()
  const byId = new Map<string, ProductRecord>()
  const byHandle = new Map<string, ProductRecord>()
  const byVariant = new Map<string, ProductRecord>()
  const byCategory = new Map<string, ProductRecord[]>(categories.map(({ handle }) => [handle, []]))
  const byCollection = new Map<string, ProductRecord[]>()
  const byTag = new Map<string, ProductRecord[]>()
  const metals = new Map<string, Record<Locale, string>>()
  for (const [place, product] of products.entries()) {
    byId.set(product.id, product)
    byHandle.set(product.handle, product)
    for (const variant of product.variants) byVariant.set(variant.id, product)
    for (const handle of handlesOf(product)) byCategory.get(handle)?.push(product)
    for (const tag of product.tags) addTo(byTag, tag, product)
    const collection = product.collection ? collectionById.get(product.collection) : undefined
    if (collection) addTo(byCollection, collection.handle, product)
    const made = metalsOf(product.variants)
    for (const code of made) if (!metals.has(code)) metals.set(code, metalNames(product, code))
    facts.set(product, {
      place,
      age: ages.get(product) ?? 0,
      made,
      buyable: metalsOf(product.variants.filter(canBeBought)),
      canBeBought: isInStock(product),
      cuts: STONE_CUTS.filter((cut) => product.tags.includes(cut)),
    })
    await yieldToLoop()
  }
  /** Returns the collection with this handle or, if it is empty, the products with this tag. */
  const select = (collection: Collection) => byCollection.get(collection) ?? byTag.get(collection) ?? []
  const newIn = select('new-in')

  const prices = new Map<string, RegionPrices>()
  for (const { id } of regions) prices.set(id, await regionPrices(products, id, yieldToLoop))
  const search = await buildSearchIndex(products, { categoryById, collectionById }, yieldToLoop, before?.search)
  await yieldToLoop()

  return {
    version,
    regions,
    defaultRegion: regions.find((region) => region.currency_code === DEFAULT_CURRENCY) ?? regions[0],
    categories,
    categoryById,
    collectionById,
    products,
    facts,
    byId,
    byHandle,
    byVariant,
    byCategory,
    collections: {
      'best-sellers': select('best-sellers'),
      trending: select('trending'),
      // Without products marked as new, the list shows all products, newest first, with those out of stock last.
      'new-in': newIn.length > 0 ? newIn : newest.toSorted((a, b) => Number(!isInStock(a)) - Number(!isInStock(b))),
    },
    metals: [...metals]
      .map(([code, names]) => ({ code, names }))
      .toSorted((a, b) => placeIn(METAL_ORDER, a.code) - placeIn(METAL_ORDER, b.code) || compareText(a.code, b.code)),
    cuts: new Set(STONE_CUTS.filter((cut) => byTag.has(cut))),
    prices,
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
    return { product, rank: placeIn(LEADING_COLLECTIONS, collection ?? ''), soldOut: isInStock(product) ? 0 : 1 }
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

function metalsOf(variants: ProductRecord['variants']): string[] {
  return [...new Set(variants.flatMap(({ options }) => options[METAL] ?? []))]
}

function metalNames({ options, words }: ProductRecord, code: string): Record<Locale, string> {
  const value = options.find((option) => option.code === METAL)?.values.find((one) => one.code === code)
  return perLocale((locale) => (value && words[locale].values[value.id]) ?? code)
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
