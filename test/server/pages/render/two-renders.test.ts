import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import t from 'tap'

import { formatMoney } from '#shared/money/format-money.ts'
import type { Variant } from '#shared/product/product.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { findRing } from '#test/support/categories.ts'
import { BROWSER, CRAWLER, inlineScripts, readStream } from '#test/support/read-stream.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const HELD_MS = 500

/** What the shop's data does in a test: the related products wait, and some cards may be broken. */
const fault = { wait: async (): Promise<unknown> => undefined, hasBrokenCards: false }
const shop = await startShop(t, {
  env: { LOG_LEVEL: 'silent' },
  wrapShopData: (data) => ({
    ...data,
    async related(handle) {
      await fault.wait()
      return data.related(handle)
    },
    async cards(query) {
      const list = await data.cards(query)
      const products = list.products.map((card, index) =>
        fault.hasBrokenCards && index > 5 ? { ...card, metals: undefined as never } : card,
      )
      return { ...list, products }
    },
  }),
})
const { product, variant } = await findRing(shop.url)

function addressOf({ options }: Variant): string {
  return new URLSearchParams(options).toString()
}

/** The page's scripts that a browser is not told to fetch after what the shopper sees. */
function urgentScripts(html: string): string[] {
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? ['no preload at all']
  return preloads.filter((link) => !link.includes('fetchPriority="low"'))
}

t.test('a shopper reads what a piece is and costs before the related pieces are there', async (t) => {
  const gate = Promise.withResolvers<void>()
  fault.wait = () => gate.promise
  const price = variant.calculated_price
  if (!price) throw new Error('the ring has no price')

  let html = ''
  const address = `${shop.url}/en/shop/product/${product.handle}?${addressOf(variant)}`
  const reading = readStream(address, BROWSER, (text) => (html += text))
  const money = formatMoney(price.calculated_amount, price.currency_code, 'en')
  for (const part of [/<title>[^<]+<\/title>/, /<h1[^>]*>[^<]+<\/h1>/, money, 'Add to cart'])
    await until(() => html.split(part).length > 1)
  t.notMatch(html, /data-late="related-/)
  gate.resolve()
  const page = await reading
  t.equal(page.status, 200)
  t.match(page.html, /data-late="related-/)
  t.match(page.headers['content-security-policy'], /script-src [^;]*'nonce-/)
})

t.test('a page answers to clicks before its late parts have come', async (t) => {
  const gate = Promise.withResolvers<void>()
  fault.wait = () => gate.promise
  await visit(t, shop.url, async (page) => {
    await page.goto(`/en/shop/product/${product.handle}`, { waitUntil: 'commit' })
    await hydrated(page)
    const related = page.locator('[data-late]')
    t.equal(await related.count(), 0, 'awake without the related pieces')
    gate.resolve()
    await related.waitFor({ state: 'attached' })
    t.pass('and they come after')
  })
})

t.test(
  'a crawler reads the whole page in its place, with no script to run but the one of the colour mode',
  async (t) => {
    fault.wait = () => pause(HELD_MS)
    for (const locale of ['en', 'ru']) {
      const { html, headers, status } = await readStream(
        `${shop.url}/${locale}/shop/product/${product.handle}`,
        CRAWLER,
      )
      t.equal(status, 200)
      t.notMatch(html, /<div hidden/, 'nothing waits in a hidden part')
      t.notMatch(html, /<template|\$RC/, 'nothing is moved to its place')
      t.match(html, /data-late="related-/, 'the related pieces are in their place')
      t.same(urgentScripts(html), [], 'no script goes before the styles, the letters and the picture')

      const [script = '', ...others] = inlineScripts(html)
      t.same(others, [], 'no other script')
      const policy = String(headers['content-security-policy'])
      t.match(script, /dataset\.theme/)
      t.ok(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`), 'its hash is allowed')
      t.notMatch(policy, /nonce-|unsafe-inline/)
    }
  },
)

t.test('a crawler hears that a page is broken, and reads none with a hole in it', async (t) => {
  fault.hasBrokenCards = true
  const path = `${shop.url}/en/shop/viewAll`
  const crawled = await readStream(path, CRAWLER)
  t.equal(crawled.status, 500)
  t.match(crawled.html, 'noindex')
  t.equal(crawled.headers['cache-control'], 'no-store')
  const { status, html } = await readStream(path, BROWSER)
  t.match([status, html], [200, /<h1/], 'whoever reads it in a browser has what there is')
  fault.hasBrokenCards = false
  t.equal((await readStream(path, CRAWLER)).status, 200)
})
