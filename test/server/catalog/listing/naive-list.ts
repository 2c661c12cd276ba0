import type { ProductRecord } from '#server/catalog/records/records.ts'
import type { PriceRange } from '#shared/product/product.ts'
import { STONE_CUTS } from '#shared/product/stone-cuts.ts'
import type { CardQuery, Collection } from '#shared/shop-data.ts'

import { CATEGORIES } from '../make-contents.ts'
import type { RandomCatalog } from './random-catalog.ts'

type Choice = Required<Pick<CardQuery, 'metals' | 'cuts' | 'price' | 'inStock'>>

/** Known metals in the shop's order, then unknown ones by code. */
const METALS = ['silver', 'yellow-gold', 'white-gold', 'rose-gold', 'platinum', 'titanium']

/** The expected answer of the catalog, computed product by product without an index. */
export function naiveList({ products, amounts }: RandomCatalog, query: CardQuery, bands: readonly PriceRange[]) {
  const { metals = [], cuts = [], price = {}, inStock = false, offset = 0, limit = products.length } = query
  const choice: Choice = { metals, cuts, price, inStock }
  const list = products.filter((product) => isListed(product, query, products))
  const found = list.filter((product) => fits(product, choice))
  const count = (changed: Partial<Choice>): number =>
    list.filter((product) => fits(product, { ...choice, ...changed })).length
  const isKnown = (alone: Partial<Choice>): boolean =>
    list.some((product) => fits(product, { metals: [], cuts: [], price: {}, inStock: false, ...alone }))
  const isMade = (code: string): boolean => products.some(({ variants }) => variants.some((v) => metalOf(v) === code))

  return {
    ids: found
      .toSorted(comparing(query))
      .slice(offset, offset + limit)
      .map(({ id }) => id),
    count: found.length,
    facets: {
      metals: METALS.filter((code) => isKnown({ metals: [code] }) || (metals.includes(code) && isMade(code))).map(
        (code) => ({ code, value: code, count: count({ metals: [code] }) }),
      ),
      cuts: STONE_CUTS.filter(
        (code) =>
          isKnown({ cuts: [code] }) || (cuts.includes(code) && products.some(({ tags }) => tags.includes(code))),
      ).map((code) => ({ code, count: count({ cuts: [code] }) })),
      prices: bands
        .filter((band) => isKnown({ price: band }) || (band.min === price.min && band.max === price.max))
        .map((band) => ({ ...band, count: count({ price: band }) })),
      in_stock: count({ inStock: true }),
    },
  }

  function fits({ id, variants, tags }: ProductRecord, chosen: Choice): boolean {
    const inMetal = variants.filter((v) => chosen.metals.length === 0 || chosen.metals.includes(metalOf(v) ?? ''))
    const { min, max } = chosen.price
    const lowest = priceOf(id)
    return (
      inMetal.some((variant) => !chosen.inStock || canBeBought(variant)) &&
      (chosen.cuts.length === 0 || chosen.cuts.some((cut) => isCut(cut) && tags.includes(cut))) &&
      ((min === undefined && max === undefined) ||
        (lowest !== undefined && lowest >= (min ?? 0) && lowest < (max ?? Infinity)))
    )
  }

  function comparing({ sort, collection }: CardQuery): (a: ProductRecord, b: ProductRecord) => number {
    const leads = ({ collection: own }: ProductRecord): number => (own === 'pcol_best' ? 0 : 1)
    const featured = (a: ProductRecord, b: ProductRecord): number =>
      soldOut(a) - soldOut(b) ||
      leads(a) - leads(b) ||
      compare(a.createdAt, b.createdAt) ||
      compare(a.words.en.title, b.words.en.title)
    const newest = (a: ProductRecord, b: ProductRecord): number =>
      compare(b.createdAt, a.createdAt) || compare(a.id, b.id)
    const byPrice = (a: ProductRecord, b: ProductRecord, direction: number): number => {
      const [one, other] = [priceOf(a.id), priceOf(b.id)]
      if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
      return (one - other) * direction
    }
    if (sort === 'price-asc') return (a, b) => byPrice(a, b, 1) || featured(a, b)
    if (sort === 'price-desc') return (a, b) => byPrice(a, b, -1) || featured(a, b)
    if (sort === 'newest') return newest
    const showsNewest = collection === 'new-in' && !products.some(({ tags }) => tags.includes('new-in'))
    return showsNewest ? (a, b) => soldOut(a) - soldOut(b) || newest(a, b) : featured
  }

  function priceOf(id: string): number | undefined {
    const own = amounts[id]
    return own && Math.min(...own)
  }
}

function isListed(product: ProductRecord, { category, collection }: CardQuery, all: readonly ProductRecord[]): boolean {
  const within = CATEGORIES.filter(({ handle, parentId }) => handle === category || parentId === `pcat_${category}`)
  const inCategory = category === undefined || within.some(({ id }) => product.categories.includes(id))
  return inCategory && (collection === undefined || isInCollection(product, collection, all))
}

function isInCollection(product: ProductRecord, collection: Collection, all: readonly ProductRecord[]): boolean {
  if (collection === 'best-sellers') return product.collection === 'pcol_best'
  const isTagged = product.tags.includes(collection)
  return isTagged || (collection === 'new-in' && !all.some(({ tags }) => tags.includes(collection)))
}

function metalOf({ options }: ProductRecord['variants'][number]): string | undefined {
  return options['metal']
}

function canBeBought({ managed, backorder, stock }: ProductRecord['variants'][number]): boolean {
  return !managed || backorder || stock > 0
}

function soldOut({ variants }: ProductRecord): number {
  return variants.some(canBeBought) ? 0 : 1
}

function isCut(code: string): boolean {
  return STONE_CUTS.some((cut) => cut === code)
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
