import type { Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type {
  Category,
  CategoryRef,
  Product,
  ProductCard,
  ProductCardList,
  ProductList,
} from '#shared/product/product.ts'
import type { SearchAnswer } from '#shared/product/search.ts'
import type { CardQuery, SearchQuery } from '#shared/shop-data.ts'

import { listProducts, narrowList } from './listing/list-products.ts'
import { type CategoryRecord, type PriceList, type ProductRecord, type Region, isInStock } from './records/records.ts'
import { createSearch } from './search/search.ts'
import { leastPercentOff } from './snapshot/price-index.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import { toProductCard, toCategoryRef, toProduct, type Lens, toVariantFact, type VariantFacts } from './to-product.ts'

/** The visitor that a query is answered for. */
export interface View {
  locale: Locale
  regionId: string
}

/** The questions that pages and calls ask of one snapshot; every answer is at once and consistent with the others. */
export interface Shop {
  readonly version: string
  /** Changes only when something that pages of this region can show does. */
  versionOf(regionId: string): string
  regions(): readonly Region[]
  regionFor(country: string | undefined): Region
  regionForCurrency(code: string | undefined, preferredRegionId?: string): Region
  /** Whether pages of this region show prices of its own. */
  hasPricesOf(regionId: string): boolean
  /** Upper case: of the prices that pages of this region show now. */
  currencyOf(regionId: string): string
  /** How far every price that pages of this region show is below its former one, at the least. */
  leastPercentOff(regionId: string): number
  categories(locale: Locale): Category[]
  /** Undefined where there is no such category. */
  category(handle: string, locale: Locale): CategoryRef | undefined
  /** Of every product, in the shop's own order. */
  handles(): readonly string[]
  product(handle: string, view: View): Product | undefined
  /** Undefined where there is no such category. */
  list(query: CardQuery, view: View): ProductList | undefined
  /** Undefined where there is no such category. */
  cards(query: CardQuery, view: View): ProductCardList | undefined
  /** A question that is blank finds nothing. */
  search(query: SearchQuery, view: View): SearchAnswer
  /** The same with whole products. */
  searchWhole(query: SearchQuery, view: View): SearchedProducts
  /** Completions that find something, the best first. */
  suggest(q: string, view: View, limit: number): string[]
  /** Undefined where there is no such product. */
  related(handle: string, view: View, limit?: number): ProductCard[] | undefined
  variantFacts: VariantFacts
}

/** A search's answer with whole products instead of cards. */
export type SearchedProducts = ProductList & Pick<SearchAnswer, 'reading'>

/** Stands in until a region is known: nothing was ever read. */
export const NO_REGION: Region = { id: '', name: '', currency_code: 'USD', countries: [] }

const RELATED = 8

/** Opens the questions over a snapshot. */
export function createShop(snapshot: Snapshot, resolveImage: ResolveImage, synonyms: () => Synonyms): Shop {
  const defaultRegion = snapshot.defaultRegion ?? NO_REGION
  const search = createSearch(snapshot, synonyms)
  const categories = { en: toCategories(snapshot, 'en'), ru: toCategories(snapshot, 'ru') }
  let everyHandle: readonly string[] | undefined
  const regionByCountry = new Map(
    snapshot.regions.flatMap((region) => region.countries.map((country) => [country, region] as const)),
  )

  /** A region whose prices were never read shows the default region's, and says their currency. */
  function priceListOf(regionId: string): PriceList | undefined {
    return snapshot.priceLists.get(regionId) ?? snapshot.priceLists.get(defaultRegion.id)
  }

  function currencyOf(regionId: string): string {
    return priceListOf(regionId)?.currency_code ?? defaultRegion.currency_code
  }

  function lensFor({ locale, regionId }: View): Lens {
    return { snapshot, locale, prices: priceListOf(regionId), resolveImage }
  }

  function page<Item>(query: CardQuery, view: View, show: (record: ProductRecord, lens: Lens) => Item) {
    const lens = lensFor(view)
    const found = query.handles ? pick(query.handles) : listProducts(snapshot, lens, query)
    if (!found) return undefined
    const products = found.products.map((record) => show(record, lens))
    return { ...found, products, currency_code: currencyOf(view.regionId) }
  }

  function pick(handles: readonly string[]) {
    const products = handles.flatMap((handle) => snapshot.byHandle.get(handle) ?? [])
    return { products, count: products.length }
  }

  function searched<Item>(query: SearchQuery, view: View, show: (record: ProductRecord, lens: Lens) => Item) {
    const lens = lensFor(view)
    const typed = query.q.trim()
    const found = search.find(typed, view.locale)
    const narrowed = narrowList(snapshot, lens, query, found)
    return {
      ...narrowed,
      products: narrowed.products.map((record) => show(record, lens)),
      currency_code: currencyOf(view.regionId),
      reading: {
        query: typed,
        instead: found.instead,
        did_you_mean: found.didYouMean,
        is_nearest: found.isNearest,
        marks: found.marks,
        categories: found.categories.map((category) => toCategoryRef(category, snapshot, view.locale)),
      },
    }
  }

  return {
    version: snapshot.version,
    versionOf: snapshot.versionOf,
    hasPricesOf: (regionId) => snapshot.priceLists.has(regionId),
    regions: () => snapshot.regions,
    regionFor: (country) => (country && regionByCountry.get(country.toUpperCase())) || defaultRegion,
    regionForCurrency(code, preferredRegionId) {
      const matching = snapshot.regions.filter((region) => region.currency_code === code?.toUpperCase())
      return matching.find(({ id }) => id === preferredRegionId) ?? matching[0] ?? defaultRegion
    },
    currencyOf,
    leastPercentOff(regionId) {
      const prices = priceListOf(regionId)
      return prices ? leastPercentOff(prices) : 0
    },
    categories: (locale) => categories[locale],
    category(handle, locale) {
      const record = snapshot.categories.find((category) => category.handle === handle)
      return record && toCategoryRef(record, snapshot, locale)
    },
    handles: () => (everyHandle ??= snapshot.products.map(({ handle }) => handle)),
    product(handle, view) {
      const record = snapshot.byHandle.get(handle)
      return record && toProduct(record, lensFor(view))
    },
    list: (query, view) => page(query, view, toProduct),
    cards: (query, view) => page(query, view, (record, lens) => toProductCard(record, lens, query.metals)),
    search: (query, view) => searched(query, view, (record, lens) => toProductCard(record, lens, query.metals)),
    searchWhole: (query, view) => searched(query, view, toProduct),
    suggest: (q, view, limit) => search.suggest(q.trim(), view.locale, limit),
    related(handle, view, limit = RELATED) {
      const record = snapshot.byHandle.get(handle)
      const lens = lensFor(view)
      return record && relatedProducts(snapshot, record, limit).map((other) => toProductCard(other, lens))
    },
    variantFacts: (variantId, locale) => toVariantFact(snapshot, resolveImage, variantId, locale),
  }
}

function toCategories(snapshot: Snapshot, locale: Locale): Category[] {
  const named = ({ id, handle, words: text }: CategoryRecord) => ({ id, handle, ...text[locale] })
  return snapshot.categories
    .filter(({ parentId }) => parentId === null)
    .map((category) => ({
      ...named(category),
      children: snapshot.categories.filter(({ parentId }) => parentId === category.id).map(named),
    }))
}

/** Enough to choose from; a category of thousands is not searched for eight cards. */
const CANDIDATES = 200

/**
 * Products to show beside one: of its sub-category first, then of its category, then any;
 * among those what can be bought, and other cuts and metals before the same again.
 */
function relatedProducts(snapshot: Snapshot, record: ProductRecord, limit: number): ProductRecord[] {
  const own = record.categories.flatMap((id) => snapshot.categoryById.get(id) ?? [])
  const nearest = own.toSorted((a, b) => Number(a.parentId === null) - Number(b.parentId === null))
  const parents = own.flatMap(({ parentId }) => (parentId === null ? [] : (snapshot.categoryById.get(parentId) ?? [])))
  const related = new Set<ProductRecord>()
  for (const { handle } of [...nearest, ...parents]) {
    for (const product of rankSimilar(record, snapshot.byCategory.get(handle) ?? [])) related.add(product)
    if (related.size >= limit) break
  }
  if (related.size < limit) for (const product of rankSimilar(record, snapshot.products)) related.add(product)
  return [...related].slice(0, limit)
}

/** Each product begins behind its own place in the list, so that every product is beside some other. */
function rankSimilar(record: ProductRecord, list: readonly ProductRecord[]): ProductRecord[] {
  const place = list.indexOf(record)
  const behind = list.slice(place + 1, place + 1 + CANDIDATES)
  const others = [...behind, ...list.slice(0, Math.min(Math.max(0, place), CANDIDATES - behind.length))]
  const metals = new Set(record.variants.map(({ options }) => options['metal']))
  const score = (product: ProductRecord): number =>
    (isInStock(product) ? 4 : 0) +
    (product.tags.some((tag) => record.tags.includes(tag)) ? 0 : 2) +
    (product.variants.every(({ options: { metal } }) => metal === undefined || metals.has(metal)) ? 0 : 1)
  return others
    .map((product) => ({ product, score: score(product) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ product }) => product)
}
