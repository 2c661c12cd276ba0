import { createHmac } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import t, { type Test } from 'tap'
import { Value } from 'typebox/value'

import { deriveKey } from '#server/keys.ts'
import type { ApiError } from '#shared/api-error.ts'
import { CategoryList, ProductAnswer, ProductCardList, ProductList } from '#shared/product/product.ts'
import { testFolder } from '#test/support/test-folder.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { untilRead } from '#test/support/until-catalog.ts'

import { buildCatalogServer } from '../catalog-server.ts'
import { until } from '../open-catalog.ts'

t.setTimeout(600_000)

const commerce = await ownCommerce()
const app = await buildCatalogServer({ ...commerce, dataDir: testFolder(t) })
t.teardown(() => app.close())
await app.ready()
await untilRead(app)

const CYRILLIC = /[А-Яа-яЁё]/
const REFRESH = '/api/_internal/catalog/refresh'

interface Answer<Body> {
  status: number
  headers: Record<string, unknown>
  text: string
  body: Body
}

async function get<Body>(url: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
  const { statusCode: status, headers: named, body: text } = await app.inject({ url, headers })
  return { status, headers: named, text, body: (text ? JSON.parse(text) : undefined) as Body }
}

t.test('a script reads a category, a sub-category, a collection or everything, whole or as cards', async (t) => {
  for (const path of ['rings', 'halo', 'tennis-necklaces', 'best-sellers', 'trending', 'new-in', 'all']) {
    const whole = await get<ProductList>(`/api/products/${path}`)
    t.equal(whole.status, 200, path)
    t.ok(whole.body.products.length > 0, path)
    t.equal(whole.body.currency_code, 'USD')
    t.ok(Value.Check(ProductList, whole.body), `${path} is what the schema says`)

    const cards = await get<ProductCardList>(`/api/products/${path}?view=card`)
    t.ok(Value.Check(ProductCardList, cards.body), `cards of ${path} too`)
    t.same(
      cards.body.products.map(({ id }) => id),
      whole.body.products.map(({ id }) => id),
    )
  }
  const everything = await get<ProductList>('/api/products/all')
  const backend = await commerce.store<{ count: number }>('/store/products?limit=1')
  t.equal(everything.body.count, backend.count)
})

t.test('a script filters a list, and reads how many products each further filter would show', async (t) => {
  const all = await get<ProductCardList>('/api/products/all?view=card&facets=true')
  t.ok(Value.Check(ProductCardList, all.body))
  const { facets } = all.body
  t.same(
    facets?.metals.map(({ code, value }) => [code, value]),
    [
      ['silver', 'Silver'],
      ['yellow-gold', 'Yellow gold'],
      ['white-gold', 'White gold'],
      ['rose-gold', 'Rose gold'],
      ['platinum', 'Platinum'],
    ],
  )
  for (const { code, count } of facets?.metals ?? []) {
    const { body } = await get<ProductCardList>(`/api/products/all?view=card&metal=${code}`)
    t.equal(body.count, count, code)
    t.ok(body.products.every(({ metals }) => metals.some((metal) => metal.code === code)))
  }
  for (const { code, count } of facets?.cuts ?? []) {
    const { body } = await get<ProductList>(`/api/products/all?cut=${code}`)
    t.equal(body.count, count, code)
    t.ok(body.products.every(({ tags }) => tags.includes(code)))
  }
  for (const { min, max, count } of facets?.prices ?? []) {
    const sides = [min, max].map((side) => (side === undefined ? '' : side / 100))
    const { body } = await get<ProductCardList>(`/api/products/all?view=card&price=${sides.join('-')}`)
    t.equal(body.count, count, sides.join('-'))
    const isWithin = (amount: number): boolean => amount >= (min ?? 0) && amount < (max ?? Infinity)
    t.ok(body.products.every(({ price }) => isWithin(price?.calculated_amount ?? 0)))
  }
  const inStock = await get<ProductCardList>('/api/products/all?view=card&in_stock=true')
  t.equal(inStock.body.count, facets?.in_stock)
  t.ok(inStock.body.products.every((card) => card.in_stock))
})

t.test('a list without filters is computed once, one with filters each time', async (t) => {
  const shop = app.catalog.shop()
  const computed = t.capture(shop, 'cards', shop.cards)
  for (let ask = 0; ask < 3; ask += 1) await get('/api/products/rings?view=card&limit=7')
  t.equal(computed().length, 1)
  for (let ask = 0; ask < 3; ask += 1) await get('/api/products/rings?view=card&limit=7&in_stock=true')
  t.equal(computed().length, 3, 'since the last look')
})

t.test('a script reads one product and its related products', async (t) => {
  const item = await get<ProductAnswer>('/api/products/handle/round-solitaire-ring')
  t.ok(Value.Check(ProductAnswer, item.body))
  t.equal(item.body.product.handle, 'round-solitaire-ring')
  hasFields(
    t,
    item.body.product,
    'id title subtitle description handle status thumbnail images options variants categories collection type tags discountable',
  )
  const [variant] = item.body.product.variants
  hasFields(t, variant, 'id title sku inventory_quantity allow_backorder manage_inventory')
  hasFields(t, variant, 'weight length height width material prices options calculated_price')
  hasFields(t, variant?.calculated_price, 'calculated_amount original_amount currency_code')
  const related = await get<ProductCardList>('/api/products/handle/round-solitaire-ring/related')
  t.ok(Value.Check(ProductCardList, related.body))
  t.equal(related.body.products.length, 8)
})

t.test('a script reads the tax in a price, by the rule of its region, and the type of a product', async (t) => {
  const read = async (currency: string) => {
    const { product } = (
      await get<ProductAnswer>(`/api/products/handle/round-solitaire-ring?currency=${currency}&lang=en`)
    ).body
    t.equal(product.type, 'Rings')
    return product.variants[0]?.calculated_price
  }
  for (const currency of ['EUR', 'GBP', 'JPY', 'CHF'])
    await until(currency, async () => (await read(currency))?.currency_code === currency)
  t.strictSame(await read('EUR'), {
    calculated_amount: 64_200,
    original_amount: 107_000,
    tax_inclusive: true,
    calculated_amount_with_tax: 64_200,
    original_amount_with_tax: 107_000,
    // Of 19 per cent, Germany's.
    calculated_amount_without_tax: 53_950,
    original_amount_without_tax: 89_916,
    currency_code: 'EUR',
  })
  t.match(await read('GBP'), {
    tax_inclusive: true,
    calculated_amount_with_tax: 55_200,
    calculated_amount_without_tax: 46_000,
    original_amount_with_tax: 92_000,
    original_amount_without_tax: 76_667,
  })
  for (const currency of ['USD', 'JPY', 'CHF']) {
    const price = await read(currency)
    const { calculated_amount: now = 0, original_amount: before = 0 } = price ?? {}
    t.ok(now > 0 && before > now, currency)
    t.match(price, {
      tax_inclusive: false,
      calculated_amount_with_tax: now,
      calculated_amount_without_tax: now,
      original_amount_with_tax: before,
      original_amount_without_tax: before,
    })
  }
  const { products } = (await get<ProductList>('/api/products/all')).body
  t.same(new Set(products.map(({ type }) => type)), new Set(['Rings', 'Necklaces', 'Earrings', 'Bracelets', 'Sets']))
})

function hasFields(t: Test, product: object | null | undefined, fields: string): void {
  for (const field of fields.split(' ')) t.ok(field in (product ?? {}), `programs read its ${field}`)
}

t.test(
  'prices are in the requested currency, or that of the visitor’s country, and an unknown one means the default',
  async (t) => {
    const currency = async (query: string, headers = {}) =>
      (await get<ProductList>(`/api/products/rings${query}`, headers)).body.currency_code
    t.equal(await currency('?currency=EUR'), 'EUR')
    t.equal(await currency('?currency=jpy'), 'JPY')
    t.equal(await currency('?currency=XXX'), 'USD')
    t.equal(await currency('?currency='), 'USD')
    t.equal(await currency('', { cookie: 'user_country=GB' }), 'GBP')
    t.equal(await currency('?currency=CHF', { cookie: 'user_country=GB' }), 'CHF')
  },
)

t.test('texts are in the requested language, or that of the cookie, or that of the browser', async (t) => {
  const title = async (query: string, headers = {}) =>
    (await get<ProductList>(`/api/products/rings${query}`, headers)).body.products[0]?.title
  t.match(await title('?lang=ru'), CYRILLIC)
  t.match(await title('', { cookie: 'locale=ru' }), CYRILLIC)
  t.match(await title('', { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.5' }), CYRILLIC)
  t.notMatch(await title('?lang=en', { cookie: 'locale=ru' }), CYRILLIC)
  t.notMatch(await title(''), CYRILLIC)
})

t.test('categories and their sub-categories are listed in both languages', async (t) => {
  const english = await get<CategoryList>('/api/categories')
  t.ok(Value.Check(CategoryList, english.body))
  t.same(
    english.body.categories.map(({ handle }) => handle),
    ['rings', 'necklaces', 'earrings', 'bracelets', 'sets'],
  )
  t.ok(english.body.categories.every(({ children }) => children.length > 0))
  const russian = await get<CategoryList>('/api/categories?lang=ru')
  t.ok(
    russian.body.categories.every(({ name, children }) =>
      [name, ...children.map((c) => c.name)].every((n) => CYRILLIC.test(n)),
    ),
  )
})

t.test('an unknown resource is a 404 with a message, and an invalid query a 400 that names the field', async (t) => {
  for (const path of ['tiaras', 'handle/no-such-piece', 'handle/no-such-piece/related', 'handle/..%2F..%2Fadmin']) {
    const answer = await get<ApiError>(`/api/products/${path}?lang=ru`)
    t.equal(answer.status, 404, path)
    t.equal(answer.body.statusCode, 404)
    t.ok(answer.body.message)
    t.equal(answer.headers['cache-control'], 'no-store')
  }
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=many', 'limit'],
    ['offset=-1', 'offset'],
    ['sort=magic', 'sort'],
    ['view=x', 'view'],
    ['price=cheap', 'price'],
    ['price=-', 'price'],
    ['price=250', 'price'],
    ['price=2.5-5', 'price'],
    ['price=1-2&price=3-4', 'price'],
    ['in_stock=perhaps', 'in_stock'],
    ['facets=', 'facets'],
    [Array.from({ length: 21 }, (_, nth) => `metal=m${nth}`).join('&'), 'metal'],
    [Array.from({ length: 21 }, () => 'cut=round').join('&'), 'cut'],
  ]) {
    const answer = await get<ApiError>(`/api/products/rings?${query}`)
    t.equal(answer.status, 400, String(query))
    t.ok(answer.body.message.includes(String(field)), answer.body.message)
  }
})

t.test('a cached list is the same in every encoding, and new after a product has changed', async (t) => {
  const url = '/api/products/earrings?limit=50'
  const first = await app.inject({ url })
  const ask = async (headers: Record<string, string>) => app.inject({ url, headers })
  const forms = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  for (const [encoding, open] of Object.entries(forms)) {
    for (let time = 0; time < 10; time += 1) {
      const { headers, rawPayload } = await ask({ 'accept-encoding': encoding })
      t.equal(headers['content-encoding'] ?? 'identity', encoding)
      t.equal(open(rawPayload).toString(), first.body, encoding)
      t.match(headers, {
        etag: first.headers.etag,
        vary: /Cookie, Accept-Language/,
        'content-type': /^application\/json/,
      })
    }
  }
  const unchanged = await ask({ 'if-none-match': String(first.headers.etag), 'accept-encoding': 'br' })
  t.match([unchanged.statusCode, unchanged.body], [304, ''])
  t.notOk(unchanged.headers['content-encoding'])

  const [item] = first.json<ProductList>().products
  await commerce.admin(`/admin/products/${item?.id}`, { method: 'POST', body: { subtitle: 'Asked for again' } })
  await app.catalog.refresh([item?.id ?? ''])
  t.match((await ask({})).body, '"subtitle":"Asked for again"')
})

t.test('a backend signs with its own key, or one derived from the secret for calls', async (t) => {
  const BACKEND_SIGNING_KEY = 'a key that storefront and backend share'
  const own = await buildCatalogServer({ ...commerce, dataDir: testFolder(t), env: { BACKEND_SIGNING_KEY } })
  t.teardown(() => own.close())
  const statusOf = async (server: typeof app, key: string) => {
    const payload = JSON.stringify({ product_ids: [], all: false, event: 'test' })
    const time = Math.floor(Date.now() / 1000)
    const signature = `t=${time},v1=${createHmac('sha256', key).update(`${time}.${payload}`).digest('hex')}`
    const headers = { 'content-type': 'application/json', 'x-lumenite-signature': signature }
    return (await server.inject({ method: 'POST', url: REFRESH, headers, payload })).statusCode
  }
  const key = deriveKey(commerce.secret, 'backend-calls')
  t.same([await statusOf(app, key), await statusOf(app, commerce.secret)], [202, 401])
  t.same([await statusOf(own, BACKEND_SIGNING_KEY), await statusOf(own, key)], [202, 401])
  for (const purpose of ['cookies', 'email-links'] as const)
    t.equal(await statusOf(app, deriveKey(commerce.secret, purpose)), 401, purpose)
})

t.test('only a signed change signal makes the shop re-read products', async (t) => {
  const [ring] = (await get<ProductList>('/api/products/rings')).body.products
  const body = JSON.stringify({ product_ids: [ring?.id], all: false, event: 'product.updated' })
  const now = Math.floor(Date.now() / 1000)
  const key = deriveKey(commerce.secret, 'backend-calls')
  const sign = (text: string, time: number, secret = key) =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`
  const send = (signature: string | undefined, payload = body) =>
    app.inject({
      method: 'POST',
      url: REFRESH,
      payload,
      headers: { 'content-type': 'application/json', ...(signature ? { 'x-lumenite-signature': signature } : {}) },
    })

  const refused: Record<string, string | undefined> = {
    'no signature': undefined,
    'another secret': sign(body, now, 'x'.repeat(40)),
    'another body': sign(`${body} `, now),
    'an old one': sign(body, now - 400),
    'one of the future': sign(body, now + 400),
    nonsense: 't=1,v1=zz',
  }
  for (const [name, signature] of Object.entries(refused)) t.equal((await send(signature)).statusCode, 401, name)

  const strange = JSON.stringify({ product_ids: ['../../admin'], all: false })
  t.equal((await send(sign(strange, now), strange)).statusCode, 400, 'signed, but not an id')
  t.equal((await send(sign('{', now), '{')).statusCode, 400, 'signed, but not JSON')

  await commerce.admin(`/admin/products/${ring?.id}`, { method: 'POST', body: { title: 'Renamed' } })
  t.equal((await send(sign(body, now))).statusCode, 202)
  await until('the new title', async () => {
    const { body: answer } = await get<ProductAnswer>(`/api/products/handle/${ring?.handle}`)
    return answer.product.title === 'Renamed'
  })
})
