import type { Synonyms } from '#server/content/synonyms.ts'
import type { ResolveImage } from '#server/images/media.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type {
  Category,
  CategoryRef,
  PriceRange,
  Product,
  ProductCard,
  ProductCardList,
  ProductList,
} from '#shared/product/product.ts'
import type { FoundPage, SearchAnswer } from '#shared/product/search.ts'
import type { CardQuery, SearchQuery } from '#shared/shop-data.ts'

import type { FormerHandles } from './handles/known-handles.ts'
import { listProducts, narrowList } from './listing/list-products.ts'
import { type CategoryRecord, type ProductRecord, type Region, isInStock, perLocale } from './records/records.ts'
import { type FindPages, NO_PAGES } from './search/find-pages.ts'
import { readPriceQuery } from './search/price-query.ts'
import { createSearch } from './search/search.ts'
import type { Snapshot } from './snapshot/snapshot.ts'
import {
  toProductCard,
  toCategoryRef,
  toProduct,
  type Lens,
  toVariantFact,
  findMetalsIn,
  type VariantFacts,
} from './to-product.ts'

export interface View {
  locale: Locale
  regionId: string
}

/** All queries are synchronous and consistent with each other. */
export interface Shop {
  readonly version: string
  regions(): readonly Region[]
  regionFor(country: string | undefined): Region
  regionForCurrency(code: string | undefined, preferredRegionId?: string): Region
  /** In upper case. */
  currencyOf(regionId: string): string
  /** The smallest discount among the prices that pages of this region show, in percent. */
  leastPercentOff(regionId: string): number
  categories(locale: Locale): Category[]
  category(handle: string, locale: Locale): CategoryRef | undefined
  /** The handles of all products in the shop's own order. */
  handles(): readonly string[]
  product(handle: string, view: View): Product | undefined
  list(query: CardQuery, view: View): ProductList | undefined
  cards(query: CardQuery, view: View): ProductCardList | undefined
  /** A blank query finds nothing, unless it is filtered by price. */
  search(query: SearchQuery, view: View): SearchAnswer
  searchWhole(query: SearchQuery, view: View): SearchedProducts
  /** Completions with at least one result, the best first. */
  suggest(q: string, view: View, limit: number): string[]
  suggestPages(q: string, view: View): FoundPage[]
  related(handle: string, view: View, limit?: number): ProductCard[] | undefined
  variantFacts: VariantFacts
}

export type SearchedProducts = ProductList & Pick<SearchAnswer, 'reading' | 'pages'>

export const NO_REGION: Region = { id: '', name: '', currency_code: 'USD', countries: [], shippingOptions: [] }

const RELATED = 8

export function createShop(
  snapshot: Snapshot,
  resolveImage: ResolveImage,
  synonyms: () => Synonyms,
  findPages: FindPages = NO_PAGES,
  formerHandles?: FormerHandles,
): Shop {
  const defaultRegion = snapshot.defaultRegion ?? NO_REGION
  const search = createSearch(snapshot, synonyms, findPages)
  const categories = perLocale((locale) => toCategories(snapshot, locale, formerHandles))
  let everyHandle: readonly string[] | undefined
  const regionByCountry = new Map(
    snapshot.regions.flatMap((region) => region.countries.map((country) => [country, region] as const)),
  )

  /** @param handle the product's own or a former one */
  function recordOf(handle: string): ProductRecord | undefined {
    return snapshot.byHandle.get(handle) ?? snapshot.byId.get(formerHandles?.productId(handle) ?? '')
  }

  function regionOf(regionId: string): Region {
    return snapshot.regions.find(({ id }) => id === regionId) ?? defaultRegion
  }

  function lensFor({ locale, regionId }: View): Lens {
    const region = regionOf(regionId)
    return { snapshot, locale, regionId: region.id, currency: region.currency_code, resolveImage }
  }

  function page<Item>(query: CardQuery, view: View, show: (record: ProductRecord, lens: Lens) => Item) {
    const lens = lensFor(view)
    const found = query.handles ? pick(query.handles) : listProducts(snapshot, lens, query)
    if (!found) return undefined
    const products = found.products.map((record) => show(record, lens))
    return { ...found, products, currency_code: lens.currency }
  }

  function pick(handles: readonly string[]) {
    const products = handles.flatMap((handle) => recordOf(handle) ?? [])
    return { products, count: products.length }
  }

  function searched<Item>(query: SearchQuery, view: View, show: (record: ProductRecord, lens: Lens) => Item) {
    const lens = lensFor(view)
    const typed = query.q.trim()
    // A price that the shopper chose replaces the one in the text.
    const { text, price } = readPriceQuery(typed)
    const wanted = { ...query, price: query.price ?? price ?? {} }
    const found = search.find(text, view.locale)
    const isWhole = text === '' && isAsked(wanted.price)
    const narrowed = narrowList(snapshot, lens, wanted, isWhole ? snapshot.products : found.products)
    return {
      ...narrowed,
      products: narrowed.products.map((record) => show(record, lens)),
      currency_code: lens.currency,
      pages: found.pages,
      reading: {
        query: typed,
        text,
        price: query.price ? null : price,
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
    regions: () => snapshot.regions,
    regionFor: (country) => (country && regionByCountry.get(country.toUpperCase())) || defaultRegion,
    regionForCurrency(code, preferredRegionId) {
      const matching = snapshot.regions.filter((region) => region.currency_code === code?.toUpperCase())
      return matching.find(({ id }) => id === preferredRegionId) ?? matching[0] ?? defaultRegion
    },
    currencyOf: (regionId) => regionOf(regionId).currency_code,
    leastPercentOff: (regionId) => snapshot.prices.get(regionOf(regionId).id)?.leastPercentOff ?? 0,
    categories: (locale) => categories[locale],
    category(handle, locale) {
      const record = snapshot.categories.find((category) => category.handle === handle)
      return record && toCategoryRef(record, snapshot, locale)
    },
    handles: () => (everyHandle ??= snapshot.products.map(({ handle }) => handle)),
    product(handle, view) {
      const record = recordOf(handle)
      return record && toProduct(record, lensFor(view))
    },
    list: (query, view) => page(query, view, toProduct),
    cards: (query, view) => page(query, view, (record, lens) => toProductCard(record, lens, query.metals)),
    search(query, view) {
      const metalsIn = findMetalsIn(query.q)
      return searched(query, view, (record, lens) =>
        toProductCard(record, lens, query.metals?.length ? query.metals : metalsIn(record, view.locale)),
      )
    },
    searchWhole: (query, view) => searched(query, view, toProduct),
    suggest: (q, view, limit) => search.suggest(readPriceQuery(q.trim()).text, view.locale, limit),
    suggestPages: (q, view) => search.suggestPages(readPriceQuery(q.trim()).text, view.locale),
    related(handle, view, limit = RELATED) {
      const record = recordOf(handle)
      const lens = lensFor(view)
      return record && relatedProducts(snapshot, record, limit).map((other) => toProductCard(other, lens))
    },
    variantFacts: (variantId, locale) => toVariantFact(snapshot, resolveImage, variantId, locale),
  }
}

function isAsked({ min, max }: PriceRange): boolean {
  return min !== undefined || max !== undefined
}

function toCategories(snapshot: Snapshot, locale: Locale, handles: FormerHandles | undefined): Category[] {
  const named = ({ id, handle, words: text }: CategoryRecord) => ({ id, handle, ...text[locale] })
  return snapshot.categories
    .filter(({ parentId }) => parentId === null)
    .map((category) => ({
      ...named(category),
      children: snapshot.categories
        .filter(({ parentId }) => parentId === category.id)
        .map((child) => {
          const former = handles?.ofCategory(child.id).filter((handle) => handle !== child.handle) ?? []
          return { ...named(child), ...(former.length > 0 ? { former_handles: former } : {}) }
        }),
      cuts: cutsOf(snapshot, category.handle),
    }))
}

function cutsOf({ byCategory, cuts }: Snapshot, category: string): string[] {
  return [...cuts].filter((cut) => byCategory.get(category)?.some(({ tags }) => tags.includes(cut)))
}

/** Limits the work in large categories. */
const CANDIDATES = 200

/** Of the sub-category, the category, the shop; within each those in stock, then other cuts, then the same metals. */
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

/** Starts after the product's own place in the list, so that every product is related to some other product. */
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
