import t from 'tap'

import type { SearchAnswer } from '#shared/product/search.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

import { shareOf, toPercent, toReport } from './judge-relevance.ts'
import { measureRelevance } from './measure-relevance.ts'

const LEAST = 0.95

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())
const found = await measureRelevance(app)

t.test('at least 95 % of the queries have their wanted result among the first three', async (t) => {
  for (const line of toReport(found)) t.comment(line)
  const share = shareOf(found)
  t.ok(share >= LEAST, `${toPercent(share)} of ${found.length} queries bring it among the first three`)
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
