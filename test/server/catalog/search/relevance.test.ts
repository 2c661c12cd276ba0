import t from 'tap'

import type { SearchAnswer } from '#shared/product/search.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

import { shareOf, toPercent, toReport } from './judge-relevance.ts'
import { measureRelevance } from './measure-relevance.ts'
import { RELEVANCE_TABLE } from './relevance-table.ts'

const LEAST = 0.95
/** The most that a substring search may find of it. */
const MAX_PLAIN = 0.5
const LEAST_OF_A_KIND = 12

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())
const { found, plain, categories } = await measureRelevance(app)

t.test('at least 95 % of the queries have their wanted result among the first three', async (t) => {
  for (const line of toReport(found)) t.comment(line)
  const share = shareOf(found)
  t.ok(share >= LEAST, `${toPercent(share)} of ${found.length} queries bring it among the first three`)
})

t.test('a substring search finds at most half of them', async (t) => {
  const share = shareOf(plain)
  t.ok(share > 0 && share <= MAX_PLAIN, `${toPercent(share)} of ${plain.length} queries would`)
})

t.test('the table wants only existing products and categories, and has no query twice', async (t) => {
  const products = categories.get('all')
  for (const { q, wants } of RELEVANCE_TABLE) t.ok(categories.has(wants) || products?.has(wants), `${q}: ${wants}`)
  t.equal(new Set(RELEVANCE_TABLE.map(({ locale, q }) => `${locale} ${q}`)).size, RELEVANCE_TABLE.length)
  for (const [kind, rows] of Map.groupBy(RELEVANCE_TABLE, (row) => row.kind))
    t.ok(rows.length >= LEAST_OF_A_KIND, `${kind}: ${rows.length}`)
})

async function find(q: string, locale: string): Promise<SearchAnswer> {
  const query = new URLSearchParams({ q, lang: locale, view: 'card' })
  return (await app.inject(`/api/products/search?${query}`)).json<SearchAnswer>()
}

t.test('gold without a color finds yellow gold first, then the other golds', async (t) => {
  for (const [locale, ...queries] of [
    ['en', 'gold', 'gold ring', 'gold neclace'],
    ['ru', 'золото', 'золотое кольцо', 'золотое колье'],
  ] as const) {
    for (const q of queries) {
      const { products } = await find(q, locale)
      const isYellow = products.map(({ metals }) => metals.some(({ code }) => code === 'yellow-gold'))
      t.equal(isYellow[0], true, q)
      t.ok(isYellow.includes(false), `${q}: the others come too`)
    }
  }
  const { products } = await find('gold', 'en')
  const isYellow = products.map(({ metals }) => metals.some(({ code }) => code === 'yellow-gold'))
  t.same(
    isYellow,
    isYellow.toSorted((a, b) => Number(b) - Number(a)),
    'yellow gold first',
  )
  const [first] = (await find('white gold', 'en')).products
  t.ok(
    first?.metals.some(({ code }) => code === 'white-gold'),
    `white gold: ${first?.handle}`,
  )
})

t.test('a query for men finds the plain band first, and not the whole shop', async (t) => {
  const all = (await find('jewelry', 'en')).count
  for (const [locale, ...queries] of [
    ['en', 'mens', 'men’s', "men's jewelry", 'man', 'husband', 'for him', 'mens ring'],
    ['ru', 'мужские', 'мужской', 'украшения для мужчин', 'муж', 'мужское кольцо'],
  ] as const) {
    for (const q of queries) {
      const { products, count } = await find(q, locale)
      t.equal(products[0]?.handle, 'plain-wedding-band', q)
      t.ok(count < all, q)
    }
  }
  t.equal((await find('womens', 'en')).count, all)
})

t.test('the stem of a short word is not corrected to another word', async (t) => {
  for (const q of ['cups', 'gifs', 'sats']) t.match(await find(q, 'en'), { count: 0, reading: { instead: null } }, q)
  t.equal((await find('rign', 'en')).reading.instead, 'ring', 'a typo in a whole word is corrected')
})
