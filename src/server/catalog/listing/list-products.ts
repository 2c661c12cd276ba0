import type { Locale } from '#shared/i18n/locale.ts'
import type { Facets, PriceRange } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { CardQuery } from '#shared/shop-data.ts'

import type { ProductRecord } from '../records/records.ts'
import type { ListingFacts, Snapshot } from '../snapshot/snapshot.ts'

interface Viewer {
  locale: Locale
  regionId: string
}

interface FoundProducts {
  /** The requested page; all products if the query has no limit. */
  products: readonly ProductRecord[]
  /** The number of products on all pages. */
  count: number
  facets?: Facets
}

/** Every order is total: by price, then the shop's own; by age, then id. Undefined without such a category. */
export function listProducts(snapshot: Snapshot, viewer: Viewer, query: CardQuery): FoundProducts | undefined {
  const { category, collection } = query
  const inCategory = category === undefined ? snapshot.products : snapshot.byCategory.get(category)
  if (!inCategory) return undefined
  const within = new Set(collection && category !== undefined ? inCategory : [])
  const list = !collection
    ? inCategory
    : snapshot.collections[collection].filter((product) => category === undefined || within.has(product))
  return narrowList(snapshot, viewer, query, list)
}

/**
 * Like `listProducts`, for products that are already selected, in the order of `featured`: ignores the category and
 * collection of the query. Values of one facet are combined with OR, facets with AND.
 */
export function narrowList(
  snapshot: Snapshot,
  { locale, regionId }: Viewer,
  query: CardQuery,
  list: readonly ProductRecord[],
): FoundProducts {
  const { metals = [], cuts = [], price = {}, inStock = false } = query
  const { sort = 'featured', offset = 0, limit = list.length, withFacets = false } = query
  const anyPrice = price.min === undefined && price.max === undefined
  const bands = snapshot.prices.get(regionId)?.bands ?? []
  const found: { product: ProductRecord; facts: ListingFacts; amount: number | undefined }[] = []
  // A value is counted, if only with 0, while the unfiltered list has it: no filter disappears during shopping.
  const counts = {
    metals: new Map<string, number>(),
    cuts: new Map<string, number>(),
    bands: new Map<number, number>(),
  }
  let countInStock = 0

  for (const product of list) {
    const facts = snapshot.facts.get(product)
    if (!facts) continue
    const amount = product.prices[regionId]?.lowest?.calculated_amount
    const isMetal = isMadeIn(facts, metals, inStock)
    const isCut = cuts.length === 0 || cuts.some((code) => facts.cuts.includes(code))
    const isPrice = anyPrice || isWithin(amount, price)
    if (isMetal && isCut && isPrice) found.push({ product, facts, amount })
    if (!withFacets) continue
    for (const code of facts.made) add(counts.metals, code, isCut && isPrice && isMadeIn(facts, [code], inStock))
    for (const code of facts.cuts) add(counts.cuts, code, isMetal && isPrice)
    const band = bands.findIndex((range) => isWithin(amount, range))
    if (band !== -1) add(counts.bands, band, isMetal && isCut)
    if (isCut && isPrice && isMadeIn(facts, metals, true)) countInStock += 1
  }

  if (sort === 'newest') found.sort((a, b) => a.facts.age - b.facts.age)
  else if (sort !== 'featured') {
    const direction = sort === 'price-asc' ? 1 : -1
    found.sort(
      (a, b) =>
        Number(a.amount === undefined) - Number(b.amount === undefined) ||
        ((a.amount ?? 0) - (b.amount ?? 0)) * direction ||
        a.facts.place - b.facts.place,
    )
  }
  return {
    products: found.slice(offset, offset + limit).map(({ product }) => product),
    count: found.length,
    ...(withFacets ? { facets: toFacets() } : {}),
  }

  function toFacets(): Facets {
    return {
      metals: snapshot.metals
        .filter(({ code }) => metals.includes(code) || counts.metals.has(code))
        .map(({ code, names }) => ({ code, value: names[locale], count: counts.metals.get(code) ?? 0 })),
      cuts: STONE_CUTS.filter((code) => counts.cuts.has(code) || (cuts.includes(code) && snapshot.cuts.has(code))).map(
        (code) => ({ code, count: counts.cuts.get(code) ?? 0 }),
      ),
      prices: bands.flatMap((range, band) => {
        const isListed = counts.bands.has(band) || (range.min === price.min && range.max === price.max)
        return isListed ? [{ ...range, count: counts.bands.get(band) ?? 0 }] : []
      }),
      in_stock: countInStock,
    }
  }
}

/** Without codes products of any metal match. With `inStock` the variant in one of the metals must be in stock. */
function isMadeIn({ made, buyable, canBeBought }: ListingFacts, codes: readonly string[], inStock: boolean): boolean {
  if (codes.length === 0) return !inStock || canBeBought
  return codes.some((code) => (inStock ? buyable : made).includes(code))
}

/** `min` is included, `max` excluded. A product without a price never matches. */
function isWithin(amount: number | undefined, { min = 0, max = Infinity }: PriceRange): boolean {
  return amount !== undefined && amount >= min && amount < max
}

function add<Key>(counts: Map<Key, number>, key: Key, isFound: boolean): void {
  counts.set(key, (counts.get(key) ?? 0) + Number(isFound))
}
