import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import t, { type Test } from 'tap'
import { request } from 'undici'

import { findRing } from '#test/support/categories.ts'
import { BROWSER, CRAWLER, inlineScripts } from '#test/support/read-stream.ts'
import { startShop, type TestShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const COUNTRY_HEADER = 'x-visitor-country'
const CACHE_HEADERS = { PAGE_CACHE_MB: '8' }

interface Answer {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  /** `hit`, `stale`, `miss`, or undefined for a page that is never kept. */
  served: string | undefined
}

const shop = await startShop(t, { env: { PREVIEW_TOKENS: 'a-secret' } })
const { product, variant } = await findRing(shop.url)
const PRODUCT = `/shop/product/${product.handle}`

const made: string[] = []
const counted = await startShop(t, {
  env: CACHE_HEADERS,
  wrapShopData: (data) => ({
    ...data,
    async product(handle) {
      made.push(handle)
      return data.product(handle)
    },
  }),
})

t.test('a page is made once, and whoever comes after gets its bytes, complete, in what they can read', async (t) => {
  t.equal((await ask(shop, `/en${PRODUCT}`)).served, 'miss')
  const hit = await untilHit(shop, `/en${PRODUCT}`)
  const again = await ask(shop, `/en${PRODUCT}`)
  t.equal(again.served, 'hit')
  const complete = await madeAnew(t, `/en${PRODUCT}`, shop)
  t.ok(again.bytes.equals(complete.bytes), 'byte by byte what a crawler is sent')
  t.equal(inlineScripts(String(again.bytes)).length, 1)

  const encodings = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, open] of Object.entries(encodings)) {
    const packed = await ask(shop, `/en${PRODUCT}`, { 'accept-encoding': encoding })
    t.equal(packed.headers['content-encoding'], encoding)
    t.equal(packed.headers['content-length'], String(packed.bytes.length))
    t.ok(open(packed.bytes).equals(complete.bytes), encoding)
  }
  t.equal((await ask(shop, `/en${PRODUCT}`, { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding'], 'gzip')

  const head = await ask(shop, `/en${PRODUCT}`, {}, 'HEAD')
  t.equal(head.bytes.length, 0)
  t.same(withoutDate(head.headers), withoutDate(again.headers), 'and somebody who only asks is told the same')
  t.equal(hit.headers['cache-control'], 'private, no-cache')
})

t.test('a page that has not changed is not sent again', async (t) => {
  const { headers } = await untilHit(shop, `/ru${PRODUCT}`)
  for (const etag of [headers['etag'], `"other", ${headers['etag']}`, '*']) {
    const again = await ask(shop, `/ru${PRODUCT}`, { 'if-none-match': String(etag) })
    t.equal(again.status, 304)
    t.equal(again.bytes.length, 0)
    t.equal(again.headers['etag'], headers['etag'])
  }
  const other = await ask(shop, `/en${PRODUCT}`, { 'if-none-match': String(headers['etag']) })
  t.equal(other.status, 200, 'of another language it says nothing')
})

t.test('what protects a page that is made protects one that is kept', async (t) => {
  const fresh = await ask(shop, '/en/shop/earrings')
  const cached = await untilHit(shop, '/en/shop/earrings')
  const { 'content-security-policy': policy = '', ...others } = fresh.headers
  const { 'content-security-policy': cachedPolicy = '', ...cachedOthers } = cached.headers
  t.equal(cachedPolicy, policy.replace(/ 'nonce-[^']+'/, ''))
  const transport = ['server-timing', 'date', 'transfer-encoding', 'content-length', 'etag', 'vary', 'keep-alive']
  // A page of the cache is not computed, so it has no request in the log.
  for (const name of [...transport, 'x-request-id']) {
    delete others[name]
    delete cachedOthers[name]
  }
  t.same(cachedOthers, others)
  t.match(cached.headers['set-cookie'], /^locale=en; Max-Age=31536000; Path=\/; SameSite=Lax$/)
  const known = await ask(shop, '/en/shop/earrings', { cookie: 'locale=en' })
  t.equal(known.served, 'hit')
  t.notOk(known.headers['set-cookie'])
})

t.test('a crawler that comes first gets the page as it is kept for all', async (t) => {
  const first = await ask(shop, '/en/shop/bracelets', { 'user-agent': CRAWLER })
  t.equal(first.served, 'miss')
  const next = await ask(shop, '/en/shop/bracelets')
  t.equal(next.served, 'hit')
  t.ok(next.bytes.equals(first.bytes))
  t.same(withoutDate(next.headers), withoutDate(first.headers))
})

t.test('nobody reads another language or pays in another currency than their own', async (t) => {
  const pages = new Map<string, string>()
  for (const [country, currency] of [
    ['US', 'USD'],
    ['DE', 'EUR'],
    ['GB', 'GBP'],
  ]) {
    for (const locale of ['en', 'ru']) {
      const { bytes } = await untilHit(shop, `/${locale}/shop/sets`, { cookie: `user_country=${country}` })
      pages.set(`${locale} ${currency}`, String(bytes))
    }
  }
  for (const [who, html] of pages) {
    const [locale, currency] = who.split(' ')
    t.match(html, `<html lang="${locale}-`)
    t.match(html, `"currency":"${currency}"`, who)
    t.notMatch(html, new RegExp(`"currency(?:_code)?":"(?!${currency})`), who)
  }
  const brazil = await ask(shop, '/en/shop/sets', { cookie: 'user_country=BR' })
  t.equal(brazil.served, 'hit', 'who pays alike reads the same page')
})

t.test('where somebody came from makes no other page; what they chose does, and nonsense is not kept', async (t) => {
  await untilHit(shop, '/en/shop/rings')
  t.equal((await ask(shop, '/en/shop/rings?utm_source=letter&fbclid=IwAR0')).served, 'hit')
  const sorted = await untilHit(shop, '/en/shop/rings?sort=price-asc')
  t.match(String(sorted.bytes), '"sort":"price-asc"')
  const chosen = await untilHit(shop, '/en/shop/rings?metal=platinum&utm_source=letter')
  t.match(String(chosen.bytes), '"metals":["platinum"]')
  const item = await untilHit(shop, `/en${PRODUCT}?metal=${variant.options['metal']}`)
  t.notOk(item.bytes.equals((await untilHit(shop, `/en${PRODUCT}`)).bytes), 'another metal is another page')

  const { pages } = shop.app.pageCache.status()
  const junk = {
    '?metal=wood': 301,
    '?page=1': 301,
    '?metal=platinum&metal=platinum': 301,
    '/': 301,
    '?price=1-2': 200,
  }
  for (const [query, status] of Object.entries(junk)) {
    for (let visit = 0; visit < 3; visit += 1) {
      const answer = await ask(shop, `/en/shop/rings${query}`)
      t.match([answer.status, answer.served], [status, undefined], query)
    }
  }
  for (const path of ['/en/SHOP/rings', '/en/shop/%72ings', '/en/search?q=ring', '/en/no-such-page']) {
    t.notOk((await ask(shop, path)).served, path)
  }
  t.equal(shop.app.pageCache.status().pages, pages)
})

t.test('a parameter that means nothing to a page makes no page of its own', async (t) => {
  await untilHit(counted, `/en${PRODUCT}`)
  await untilHit(counted, '/en/shop/rings')
  await untilHit(counted, '/en/shop/rings?sort=price-asc')
  const known = { made: made.length, pages: counted.app.pageCache.status().pages }
  const same = [
    ['/en/shop/rings?x=1', '/en/shop/rings'],
    ['/en/shop/rings?%78&y=%20&sort=price-asc&lang=ru', '/en/shop/rings?sort=price-asc'],
    [`/en${PRODUCT}?utm_source=a&page=2&q=%ff`, `/en${PRODUCT}`],
  ] as const
  for (const [asked, canonical] of same) {
    const { bytes } = await ask(counted, canonical)
    for (let visit = 0; visit < 3; visit += 1) {
      const answer = await ask(counted, asked)
      t.equal(answer.served, 'hit', asked)
      t.ok(answer.bytes.equals(bytes), 'byte by byte the page without it')
    }
  }
  for (let random = 0; random < 30; random += 1) await ask(counted, `/en${PRODUCT}?r${random}=${random}`)
  t.same({ made: made.length, pages: counted.app.pageCache.status().pages }, known)

  const metal = `/en${PRODUCT}?metal=${variant.options['metal']}`
  await until(async () => (await ask(counted, `${metal}&x=1`)).served === 'hit')
  t.equal((await ask(counted, metal)).served, 'hit', 'where it comes first it makes the page of the address without it')
})

t.test('whatever Hosts are made up, the pages of the real one are cached, and the others have none', async (t) => {
  const open = await startShop(t)
  const madeUp = async (from: number) => {
    for (let host = from; host < from + 40; host += 1) {
      const answer = await ask(open, '/en/shop/earrings', { host: `made-up-${host}.example` })
      t.match([answer.status, answer.served], [200, 'miss'])
    }
  }
  await madeUp(0)
  t.ok(await untilHit(open, '/en/shop/earrings'))
  const { pages } = open.app.pageCache.status()
  await madeUp(40)
  t.equal((await ask(open, '/en/shop/earrings')).served, 'hit')
  t.equal(open.app.pageCache.status().pages, pages)
  t.ok(await untilHit(open, '/ru/shop/earrings'), 'and pages that come later are cached as before')
  t.ok(await untilHit(open, '/en/shop/earrings', { host: 'a b' }), 'those that are no Host share a page')
})

t.test('what is one visitor’s own is never kept, and a preview neither kept nor answered from there', async (t) => {
  await untilHit(shop, '/en/ourStory')
  for (const [path, cookie] of [
    ['/en/ourStory?preview=a-secret', ''],
    ['/en/ourStory', 'previewToken=a-secret'],
  ] as const) {
    const seen = await ask(shop, path, { cookie })
    t.notOk(seen.served, path)
    t.match(seen.headers['cache-control'], 'no-store')
    t.match(String(seen.bytes), '"preview":true')
  }
  for (const path of ['/en/cart', '/en/checkout', '/en/country', '/en/newsletter', '/en/order/confirmation']) {
    for (let visit = 0; visit < 2; visit += 1) t.notOk((await ask(shop, path)).served, path)
  }
  t.notMatch(String((await ask(shop, '/en/ourStory')).bytes), '"preview":true')
})

t.test('a page is rendered once, for its first visitor or a whole crowd, and not again for the cache', async (t) => {
  await untilHit(counted, `/en${PRODUCT}`)
  let before = made.length
  const first = await ask(counted, `/ru${PRODUCT}`)
  const next = await ask(counted, `/ru${PRODUCT}`)
  t.match([first.served, next.served, made.length - before], ['miss', 'hit', 1])
  t.ok(next.bytes.equals(first.bytes))

  before = made.length
  const path = `/ru${PRODUCT}?metal=${variant.options['metal']}`
  const crowd = await Promise.all(Array.from({ length: 100 }, () => ask(counted, path)))
  const kept = await ask(counted, path)
  t.equal(kept.served, 'hit')
  for (const { bytes } of crowd) t.ok(bytes.equals(kept.bytes))
  t.ok(made.length - before <= crowd.length, 'no data was read again')
})

t.test('a page that cannot be completed is not kept, and every visitor still gets what there is', async (t) => {
  const broken = await startShop(t, {
    env: { ...CACHE_HEADERS, LOG_LEVEL: 'silent' },
    wrapShopData: (data) => ({ ...data, related: () => Promise.reject(new Error('no related pieces today')) }),
  })
  for (let visit = 0; visit < 3; visit += 1) {
    for (const agent of [BROWSER, CRAWLER]) {
      const answer = await ask(broken, `/en${PRODUCT}`, { 'user-agent': agent })
      t.equal(answer.status, 200)
      t.match(String(answer.bytes), product.title)
    }
  }
  t.equal(broken.app.pageCache.status().pages, 0)
})

t.test('behind an edge that tells the country a page may be kept there, but no price of another region', async (t) => {
  const behind = await startShop(t, { env: { COUNTRY_HEADER } })
  const from = (country: string, cookie = '') => ({ [COUNTRY_HEADER]: country, cookie })
  const search = await ask(behind, '/en/search?q=ring', from('DE'))
  t.equal(search.headers['cache-control'], 'private, no-cache', 'a page with a nonce is for one')
  const cached = await untilHit(behind, '/en/shop', from('DE'))
  t.match(
    cached.headers['cache-control'],
    /^public, max-age=0, s-maxage=\d, stale-while-revalidate=\d, stale-if-error=\d+$/,
  )
  t.match(cached.headers['vary'], COUNTRY_HEADER)
  t.notOk(cached.headers['set-cookie'])
  t.match(String(cached.bytes), '"currency":"EUR"')

  const moved = await untilHit(behind, '/en/shop', from('DE', 'user_country=US'))
  t.equal(moved.headers['cache-control'], 'private, no-cache')
  t.match(String(moved.bytes), '"currency":"USD"')
})

async function ask(
  { url }: Pick<TestShop, 'url'>,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Answer> {
  const answer = await request(url + path, {
    method,
    headers: { 'user-agent': BROWSER, accept: 'text/html', ...headers },
  })
  const named = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  return {
    status: answer.statusCode,
    headers: named,
    bytes: Buffer.from(await answer.body.arrayBuffer()),
    served: /desc=(\w+)/.exec(named['server-timing'] ?? '')?.[1],
  }
}

async function untilHit(of: TestShop, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return until(async () => {
    const answer = await ask(of, path, headers)
    return answer.served === 'hit' ? answer : undefined
  })
}

/** The same page from a shop that keeps none, which thinks that it is the first one. */
async function madeAnew(t: Test, path: string, first: TestShop): Promise<Answer> {
  const fresh = await startShop(t, { env: { PAGE_CACHE_MB: '0', PUBLIC_URL: first.url } })
  const answer = await ask(fresh, path, { 'user-agent': CRAWLER })
  t.notOk(answer.served)
  return answer
}

/** What the connection says of itself is not the page's. */
function withoutDate(headers: Record<string, string>) {
  const passing = new Set(['date', 'connection', 'keep-alive', 'server-timing'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.has(name)))
}
