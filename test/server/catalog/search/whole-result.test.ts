import t from 'tap'

import type { Locale } from '#shared/i18n/locale.ts'
import type { SearchQuery } from '#shared/shop-data.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'
import { createRandom, seedOfRun } from '#test/support/random.ts'

import { mixedQueries } from './mixed-queries.ts'

const PRODUCTS = 300
const QUERIES = 150
const PAGE = 7
const METAL = 'white-gold'

const seed = seedOfRun()
const { shop, snapshot } = await openGeneratedShop(PRODUCTS)
const queries = mixedQueries(createRandom(seed), snapshot.products, QUERIES)
t.comment(`TEST_SEED=${seed}`)

function search(query: SearchQuery, locale: Locale) {
  const answer = shop.search({ limit: PRODUCTS, ...query }, { locale, regionId: REGION.id })
  return { ...answer, ids: answer.products.map(({ id }) => id) }
}

t.test('the pages of a search form one list without duplicates', async (t) => {
  for (const { q, locale } of queries) {
    const { ids, count } = search({ q }, locale)
    t.equal(new Set(ids).size, count, q)
    const offsets = Array.from({ length: Math.ceil(count / PAGE) }, (_, page) => page * PAGE)
    t.same(
      offsets.flatMap((offset) => search({ q, limit: PAGE, offset }, locale).ids),
      ids,
      `${q}, page by page`,
    )
  }
})

t.test('a search is filtered, counted and sorted like a category', async (t) => {
  for (const { q, locale } of queries) {
    const { ids, facets } = search({ q, withFacets: true }, locale)
    const narrowed = search({ q, metals: [METAL] }, locale)
    t.same(
      narrowed.ids,
      ids.filter((id) => narrowed.ids.includes(id)),
      `${q}: the order by relevance stays`,
    )
    t.equal(facets?.metals.find(({ code }) => code === METAL)?.count ?? 0, narrowed.count, `${q}: the counted number`)
    const cheapest = search({ q, sort: 'price-asc' }, locale)
    t.same(cheapest.ids.toSorted(), ids.toSorted(), `${q}: the same products when sorted`)
    const amounts = cheapest.products.map(({ price }) => price?.calculated_amount ?? 0)
    t.same(
      amounts,
      amounts.toSorted((a, b) => a - b),
      `${q}: the cheapest first`,
    )
  }
})

t.test('every suggestion has complete results without corrections', async (t) => {
  for (const { q, locale } of queries) {
    const suggestions = shop.suggest(q, { locale, regionId: REGION.id }, 5)
    t.ok(suggestions.length <= 5 && new Set(suggestions).size === suggestions.length, q)
    for (const suggestion of suggestions) {
      const { count, reading } = search({ q: suggestion }, locale)
      t.ok(count > 0 && !reading.is_nearest && reading.instead === null, `${q}: ${suggestion}`)
    }
  }
})
