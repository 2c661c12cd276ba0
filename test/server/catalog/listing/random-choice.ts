import type { Category, Facets, PriceRange } from '#shared/product/product.ts'
import type { CardQuery, Collection, ProductSort } from '#shared/shop-data.ts'
import type { Random } from '#test/support/random.ts'

interface Vocabulary {
  categories: readonly string[]
  metals: readonly string[]
  cuts: readonly string[]
  /** Limits of price ranges: whole units in hundredths. */
  amounts: readonly number[]
}

const COLLECTIONS: readonly Collection[] = ['best-sellers', 'trending', 'new-in']
const SORTS: readonly ProductSort[] = ['featured', 'price-asc', 'price-desc', 'newest']
const PAGE = 48

export function vocabularyOf(categories: readonly Category[], facets: Facets | undefined): Vocabulary {
  const steps = (facets?.prices ?? []).flatMap(({ min }) => min ?? [])
  return {
    categories: categories.flatMap(({ handle, children }) => [handle, ...children.map((child) => child.handle)]),
    metals: [...(facets?.metals ?? []).map(({ code }) => code), 'tin'],
    cuts: [...(facets?.cuts ?? []).map(({ code }) => code), 'trending', 'no-such-cut'],
    amounts: [0, 100, ...steps, ...steps.map((step) => Math.round((step * 1.3) / 100) * 100), 1_000_000_000],
  }
}

export function rangesOf(facets: Facets | undefined): PriceRange[] {
  return (facets?.prices ?? []).map((band) => {
    const range: Partial<typeof band> = { ...band }
    delete range.count
    return range
  })
}

export function randomChoice(random: Random, terms: Vocabulary): CardQuery {
  const list = random.below(3)
  return {
    ...(list === 0 && { category: random.pick(terms.categories) }),
    ...(list === 1 && { collection: random.pick(COLLECTIONS) }),
    sort: random.pick(SORTS),
    metals: random.some(terms.metals, 3),
    cuts: random.some(terms.cuts, 3),
    price: {
      ...(random.isLucky(40) && { min: random.pick(terms.amounts) }),
      ...(random.isLucky(40) && { max: random.pick(terms.amounts) }),
    },
    inStock: random.isLucky(40),
    withFacets: true,
    limit: PAGE,
    offset: random.isLucky(30) ? PAGE * random.below(5) : 0,
  }
}
