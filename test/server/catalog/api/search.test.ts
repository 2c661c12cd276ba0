import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'
import { Value } from 'typebox/value'

import { createBrowserContent } from '#app/content/client/browser-content.ts'
import { createBrowserShopData } from '#app/routing/browser-shop-data.ts'
import type { ApiError } from '#shared/api-error.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import type { ProductList } from '#shared/product/product.ts'
import { SearchAnswer, SuggestionList } from '#shared/product/search.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'
import type { SearchQuery } from '#shared/shop-data.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { untilPriced } from '#test/support/until-catalog.ts'
import { until } from '#test/support/until.ts'

import { buildCatalogServer } from '../catalog-server.ts'
import { shopWithPrices } from '../open-catalog.ts'

t.setTimeout(600_000)

const CONTENT = join(import.meta.dirname, '../../../../content')
const TEXTS = 'ru/_search/words.yml'

const folder = testFolder(t, { content: {}, data: {} })
const contentDir = join(folder, 'content')
for (const part of ['media/manifest.json', 'en/_search', 'ru/_search']) {
  await cp(join(CONTENT, part), join(contentDir, part), { recursive: true })
}
const commerce = await sharedCommerce()
const app = await buildCatalogServer({ ...commerce, dataDir: join(folder, 'data'), env: { CONTENT_DIR: contentDir } })
t.teardown(() => app.close())
await app.ready()
await untilPriced(app)

interface Answer<Body> {
  status: number
  headers: Record<string, unknown>
  body: Body
}

async function get<Body>(path: string, query: Record<string, string | number | boolean>): Promise<Answer<Body>> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await app.inject(`/api/products/${path}?${search}`)
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

const search = (query: Record<string, string | number | boolean>) =>
  get<SearchAnswer>('search', { view: 'card', ...query })
const suggestions = (query: Record<string, string | number | boolean>) => get<SuggestionList>('suggestions', query)

t.test('a script searches in either language, whole or as cards', async (t) => {
  for (const [lang, q] of [
    ['en', 'pear ring'],
    ['ru', 'кольцо груша'],
  ] as const) {
    const { status, body } = await search({ q, lang })
    t.equal(status, 200)
    t.ok(Value.Check(SearchAnswer, body))
    t.equal(body.products[0]?.handle, 'pear-solitaire-ring')
    t.equal(body.reading.query, q)
    const whole = await get<ProductList & Pick<SearchAnswer, 'reading'>>('search', { q, lang })
    t.same(whole.body.products[0]?.tags, ['pear'])
    t.same(whole.body.reading, body.reading)
  }
})

t.test('popular searches have results without corrections', async (t) => {
  t.same(POPULAR_SEARCHES.en, [
    'engagement ring',
    'moissanite necklace',
    'eternity band',
    'wedding set',
    'moissanite earrings',
  ])
  for (const lang of LOCALES) {
    for (const q of POPULAR_SEARCHES[lang]) {
      const { body } = await search({ q, lang })
      t.ok(body.count > 0, q)
      t.match(body.reading, { instead: null, did_you_mean: null, is_nearest: false }, q)
    }
  }
})

t.test('a script reads suggestions, with a few products on request', async (t) => {
  const bare = await suggestions({ q: 'ri', suggestions: true })
  t.equal(bare.body.suggestions.length, 5)
  t.notOk('products' in bare.body)
  const { body } = await suggestions({ q: 'rin', limit: 2, products: 3, lang: 'ru' })
  t.ok(Value.Check(SuggestionList, body))
  t.equal(body.suggestions.length, 2)
  t.equal(body.products?.length, 3)
})

t.test('a blank query finds nothing', async (t) => {
  for (const q of ['', '   ']) {
    const { status, body } = await search({ q })
    t.equal(status, 200)
    t.match(body, { products: [], pages: [], count: 0, reading: { query: '', is_nearest: false } })
    t.same((await suggestions({ q })).body, { suggestions: [] })
  }
  t.equal((await get<SearchAnswer>('search', {})).body.count, 0)
  t.same((await suggestions({ q: ' r ' })).body, { suggestions: [] }, 'one letter is too short for suggestions')
})

t.test('an invalid query is a 400 that names the field', async (t) => {
  for (const [query, field] of [
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ q: 'ring', limit: 101 }, 'limit'],
    [{ q: 'ring', limit: 0 }, 'limit'],
    [{ q: 'ring', offset: -1 }, 'offset'],
    [{ q: 'ring', sort: 'magic' }, 'sort'],
  ] as const) {
    const { status, body } = await get<ApiError>('search', query)
    t.equal(status, 400)
    t.ok(body.message.includes(field), body.message)
  }
  t.equal((await get<ApiError>('suggestions', { q: 'ring', limit: 21 })).status, 400)
  t.equal((await get<ApiError>('suggestions', { q: 'ring', products: 7 })).status, 400)
  t.equal((await app.inject('/api/products/search?q=a&q=b')).statusCode, 400)
})

t.test('a page rendered in the browser finds the same as one rendered on the server', async (t) => {
  t.intercept(globalThis, 'fetch', {
    value: async (url: string) => new Response((await app.inject({ url })).body),
  })
  const { id: regionId } = app.catalog.regionForCurrency('EUR')
  const shop = await shopWithPrices(app.catalog, regionId)
  const content = createBrowserContent({ contentVersion: '', preview: false })
  const browser = createBrowserShopData({ locale: 'ru', currency: 'EUR' }, content)
  for (const query of [
    { q: 'кольцо', limit: 24 },
    { q: ' rjkmwj ', metals: ['platinum'], withFacets: true, sort: 'price-asc', limit: 5, offset: 1 },
    { q: 'ничего такого нет', limit: 5 },
  ] satisfies SearchQuery[]) {
    t.same(await browser.search(query), shop.search(query, { locale: 'ru', regionId }), query.q)
  }
})

t.test('a failed search in the browser is logged and has no results', async (t) => {
  t.intercept(globalThis, 'fetch', { value: async () => new Response('', { status: 503 }) })
  const reported = t.capture(console, 'error')
  const content = createBrowserContent({ contentVersion: '', preview: false })
  const found = await createBrowserShopData({ locale: 'en', currency: 'USD' }, content).search({ q: ' ring ' })
  t.match(found, { products: [], count: 0, currency_code: 'USD', reading: { query: 'ring' } })
  t.equal(reported()[0]?.args[0], 'Search failed:')
})

t.test('a failed list in the browser is logged and empty; a failed product request throws', async (t) => {
  t.intercept(globalThis, 'fetch', { value: async () => new Response('', { status: 503 }) })
  const reported = t.capture(console, 'error')
  const content = createBrowserContent({ contentVersion: '', preview: false })
  const browser = createBrowserShopData({ locale: 'en', currency: 'USD' }, content)
  t.same(await browser.cards({ category: 'rings' }), { products: [], count: 0, currency_code: 'USD' })
  t.equal(reported()[0]?.args[0], 'Failed to fetch products:')
  t.match(await browser.product('halo').catch((error: unknown) => error), { init: { status: 503 } })
})

t.test('an operator adds a synonym, and the search uses it without a restart', async (t) => {
  const count = async () => (await search({ q: 'трилистник', lang: 'ru' })).body.count
  t.equal(await count(), 0)
  const file = join(contentDir, TEXTS)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('same:\n', 'same:\n  - [трилистник, груша]\n'))
  t.ok(await until(count))
})
