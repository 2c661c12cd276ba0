import t from 'tap'

import { PAGE_STATE_ID, type PageState } from '#app/routing/page-state.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import type { PageData, PageRedirect } from '#shared/page/page-module.ts'
import { findRing } from '#test/support/categories.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const shop = await startShop(t, { env: { PREVIEW_TOKENS: 'a-secret' } })
const { product } = await findRing(shop.url)
const PRODUCT = `/shop/product/${product.handle}`

type Data = PageData & { redirect?: PageRedirect }

t.test('a navigation in the browser gets the data that the document of the page has', async (t) => {
  for (const locale of LOCALES) {
    for (const path of [PRODUCT, '/shop/rings?metal=platinum&cut=oval', '/search?q=ring', '', '/blogs', '/cart']) {
      const url = `/${locale}${path}`
      const { hydration } = await documentOf(url)
      const { status, body } = await dataOf(url)
      t.equal(status, 200, url)
      const { locale: _root, ...loaderData } = hydration.loaderData ?? {}
      const expected = JSON.parse(JSON.stringify(loaderData)) as object
      t.match(body.loaderData, expected, url)
    }
  }
  const [data] = Object.values((await dataOf(`/en${PRODUCT}`)).body.loaderData) as [{ related: object[] }]
  t.ok(data.related.length > 0, 'with what a document receives later')
})

t.test('data of a public page is kept, apart from the page, and in the currency of the visitor', async (t) => {
  const kept = await until(async () => {
    const answer = await dataOf(`/en${PRODUCT}`)
    return answer.timing.includes('hit') && answer
  })
  t.match(kept.headers.get('content-type'), 'application/json')
  t.equal(kept.headers.get('x-robots-tag'), 'noindex')
  t.match((await fetch(`${shop.url}/en${PRODUCT}`)).headers.get('content-type'), 'text/html')
  const german = await dataOf(`/en${PRODUCT}`, { cookie: 'user_country=DE' })
  t.equal(german.body.currency, 'EUR')
  t.equal(kept.body.currency, 'USD')
  t.same((await dataOf(`/en${PRODUCT}?utm_source=x&gift=1`)).body, kept.body, 'whatever else is in the address')
})

t.test('what is one visitor’s own, a preview and a missing page are never kept', async (t) => {
  for (const [path, cookie, status] of [
    ['/en/cart', '', 200],
    ['/en/ourStory', 'previewToken=a-secret', 200],
    ['/en/no-such-page', '', 404],
  ] as const) {
    for (let visit = 0; visit < 2; visit += 1) {
      const answer = await dataOf(path, { cookie })
      t.equal(answer.status, status, path)
      t.match(answer.headers.get('cache-control'), 'no-store')
      t.equal(answer.timing, '')
    }
  }
})

t.test('data without what failed to load is sent, and never kept', async (t) => {
  const broken = await startShop(t, {
    env: { PAGE_CACHE_MB: '8', LOG_LEVEL: 'silent' },
    wrapShopData: (data) => ({ ...data, related: () => Promise.reject(new Error('no related pieces today')) }),
  })
  for (let visit = 0; visit < 3; visit += 1) {
    const response = await fetch(`${broken.url}/en${PRODUCT}?_data`)
    t.match(await response.text(), product.title)
  }
  t.equal(broken.app.pageCache.status().pages, 0)
})

t.test('a page that has moved says where', async (t) => {
  for (const [asked, location] of [
    ['/en/shop/rings?page=1', '/en/shop/rings'],
    ['/en/SHOP/rings', '/en/shop/rings'],
  ] as const) {
    const { status, headers, body } = await dataOf(asked)
    t.equal(status, 200)
    t.equal(headers.get('cache-control'), 'no-store')
    t.equal(body.redirect?.location, location, asked)
  }
})

async function documentOf(path: string): Promise<PageState> {
  const html = await (await fetch(shop.url + path)).text()
  const [, json = ''] = new RegExp(`<script id="${PAGE_STATE_ID}"[^>]*>(.*?)</script>`, 's').exec(html) ?? []
  return JSON.parse(json) as PageState
}

async function dataOf(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${shop.url}${path}${path.includes('?') ? '&' : '?'}_data`, { headers })
  const timing = response.headers.get('server-timing') ?? ''
  return { status: response.status, headers: response.headers, timing, body: (await response.json()) as Data }
}
