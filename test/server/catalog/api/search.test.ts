import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'
import { Value } from 'typebox/value'

import { createPublicData } from '#server/pages/render/shop-data.ts'
import type { ApiError } from '#shared/api-error.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import type { ProductList } from '#shared/product/product.ts'
import { SearchAnswer, SuggestionList } from '#shared/product/search.ts'
import { POPULAR_SEARCHES } from '#shared/search/popular-searches.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { untilRead } from '#test/support/until-catalog.ts'
import { until } from '#test/support/until.ts'

import { buildCatalogServer } from '../catalog-server.ts'

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
await untilRead(app)

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

t.test('a failed search is logged and has no results', async (t) => {
  const logged: string[] = []
  const fail = () => {
    throw new Error('no index')
  }
  const broken = { version: '1', shop: () => ({ search: fail }) }
  const visitor = { locale: 'en', currency: 'USD', regionId: '', preview: false } as const
  const log = { error: (_facts: object, message: string) => logged.push(message) }
  const data = createPublicData({ catalog: broken } as never, { visitor, log: log as never })
  t.match(await data.search({ q: ' ring ' }), { products: [], count: 0, currency_code: 'USD' })
  t.same(logged, ['Search failed:'])
})

t.test('an operator adds a synonym, and the search uses it without a restart', async (t) => {
  const count = async () => (await search({ q: 'трилистник', lang: 'ru' })).body.count
  t.equal(await count(), 0)
  const file = join(contentDir, TEXTS)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('same:\n', 'same:\n  - [трилистник, груша]\n'))
  t.ok(await until(count))
})
