import { brotliDecompressSync } from 'node:zlib'

import sharp from 'sharp'
import t from 'tap'
import { request } from 'undici'

import { LOCALES } from '#shared/i18n/locale.ts'
import { SHARE_IMAGE } from '#shared/images/image-url.ts'
import { toDecimal } from '#shared/money/format-money.ts'
import type { ProductAnswer } from '#shared/product/product.ts'
import { everyCard, getJson } from '#test/support/categories.ts'
import { readXml, recordsIn } from '#test/support/read-xml.ts'
import { startShop } from '#test/support/test-shop.ts'

const PUBLIC_URL = 'https://shop.example'
const shop = await startShop(t)
const FEEDS = ['google', 'meta'].flatMap((kind) => LOCALES.map((locale) => `/feeds/${kind}-${locale}.xml`))
const TEXTS = ['/robots.txt', '/llms.txt', '/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/pieces-1.xml', ...FEEDS]

t.test('what programs read is sent compressed, once, and told of without being sent', async (t) => {
  for (const path of TEXTS) {
    const answer = await ask(path, { 'accept-encoding': 'br' })
    t.equal(answer.status, 200, path)
    t.equal(
      answer.headers['content-encoding'],
      path === '/robots.txt' ? answer.headers['content-encoding'] : 'br',
      path,
    )
    const plain = await ask(path)
    const isPacked = answer.headers['content-encoding'] === 'br'
    t.equal(String(isPacked ? brotliDecompressSync(answer.bytes) : answer.bytes), String(plain.bytes))

    const etag = String(answer.headers['etag'])
    t.equal((await ask(path, { 'if-none-match': etag })).status, 304, `${path} has not changed`)
    const head = await ask(path, {}, 'HEAD')
    t.match([head.status, head.bytes.length, head.headers['etag']], [200, 0, etag])
    t.equal(head.headers['content-type'], answer.headers['content-type'])
  }
})

t.test('shopping programs are told of every variant, with what they ask for', async (t) => {
  const cards = await everyCard(shop.url)
  for (const path of FEEDS) {
    const items = recordsIn(readXml(String((await ask(path)).bytes)), 'item')
    t.equal(new Set(items.map((item) => item['g:item_group_id'])).size, cards.length, path)
    t.equal(new Set(items.map((item) => item['g:id'])).size, items.length, 'an item is told of once')
    const known = path.includes('meta') ? /^(in stock|out of stock|available for order)$/ : /^(in_stock|out_of_stock)$/
    const faults = items.filter(
      (item) =>
        !known.test(item['g:availability'] ?? '') ||
        !/^\d+\.\d\d USD$/.test(item['g:price'] ?? '') ||
        !/^https?:\/\/.*\.(webp|jpg)$/.test(item['g:image_link'] ?? '') ||
        ['title', 'description', 'link', 'brand', 'mpn', 'condition', 'color', 'google_product_category'].some(
          (name) => !item[`g:${name}`],
        ) ||
        (item['g:sale_price'] !== undefined &&
          !(Number.parseFloat(item['g:sale_price']) < Number.parseFloat(item['g:price'] ?? ''))),
    )
    t.same(faults, [], path)
  }
})

t.test('a feed says what its links and pictures show', async (t) => {
  const [card] = await everyCard(shop.url)
  for (const currency of ['EUR', 'USD']) {
    const { product } = await getJson<ProductAnswer>(
      `${shop.url}/api/products/handle/${card?.handle}?lang=ru&currency=${currency}`,
    )
    const items = recordsIn(readXml(String((await ask(`/feeds/google-ru.xml?currency=${currency}`)).bytes)), 'item')
    const own = items.filter((item) => item['g:item_group_id'] === product.id)
    t.equal(own.length, product.variants.length)
    for (const variant of product.variants) {
      const item = own.find((one) => one['g:id'] === variant.id)
      const { calculated_amount: now, original_amount: before } = variant.calculated_price ?? {
        calculated_amount: 0,
        original_amount: 0,
      }
      t.equal(item?.['g:sale_price'], before > now ? `${toDecimal(now)} ${currency}` : undefined)
      t.equal(item?.['g:price'], `${toDecimal(Math.max(now, before))} ${currency}`)
      t.ok(item?.['g:title']?.startsWith(product.title))
    }
    const [first] = own
    const page = await fetch(first?.['g:link'] ?? '', { redirect: 'manual' })
    t.equal(page.status, 200)
    const image = await fetch(first?.['g:image_link'] ?? '')
    t.match([image.status, image.headers.get('content-type')], [200, 'image/jpeg'])
  }
})

t.test('a language model is told what the shop is, and where its pages are', async (t) => {
  const text = String((await ask('/llms.txt')).bytes)
  t.match(text, /^# Lumenite\n\n> \S/)
  const links = [...text.matchAll(/^- \[[^\]]+\]\((\S+)\)/gm)].map(([, address = '']) => address)
  t.ok(links.length > 40)
  for (const address of links) t.equal((await fetch(address, { method: 'HEAD' })).status, 200, address)
})

t.test('a page that is shared stands there with a picture of what it shows, and with its name', async (t) => {
  const [card] = await everyCard(shop.url)
  const paths = ['', '/shop/rings', `/shop/product/${card?.handle}`, '/blogs/ring-sizes', '/policies/return-policy']
  const drawn = new Set<string>()
  for (const locale of LOCALES) {
    for (const path of paths) {
      const html = await (await fetch(`${shop.url}/${locale}${path}`)).text()
      const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
      const answer = await ask(address.slice(shop.url.length))
      t.match([answer.status, answer.headers['content-type']], [200, 'image/jpeg'], address)
      t.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin')
      const { width, height } = await sharp(answer.bytes).metadata()
      t.same({ width, height }, SHARE_IMAGE)
      t.ok(answer.bytes.length < 300_000, 'no messenger refuses it')
      drawn.add(String(answer.headers['etag']))
      const etag = String(answer.headers['etag'])
      t.equal((await ask(address.slice(shop.url.length), { 'if-none-match': etag })).status, 304)
    }
  }
  t.equal(drawn.size, paths.length - 1, 'a page which has none of its own shows the home page’s')
})

t.test('a tab, a bookmark and a phone’s screen get a picture of the shop as large as they want it', async (t) => {
  const page = String((await ask('/ru')).bytes)
  const link = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? ''
  const width = async (path: string) => (await sharp((await ask(path)).bytes).metadata()).width

  const ico = await ask(link('icon'))
  t.same([ico.status, ico.bytes.readUInt8(6)], [200, 32])
  t.equal((await sharp(ico.bytes.subarray(22)).metadata()).width, 32, 'and it can be read')
  t.equal(await width(link('apple-touch-icon')), 180)
  const manifest = await ask(link('manifest'))
  t.equal(manifest.headers['content-type'], 'application/manifest+json')
  const { name, icons } = JSON.parse(String(manifest.bytes)) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  t.equal(name, shop.app.site.brand)
  for (const { src, sizes } of icons)
    if (sizes === 'any') t.match((await ask(src)).headers['content-type'], 'image/svg+xml')
    else t.equal(`${await width(src)}x${await width(src)}`, sizes, src)
})

t.test('whoever may not ask so is told how one asks', async (t) => {
  for (const path of [...TEXTS, '/en', '/en/shop/rings', '/_image/1200x630.jpg/social-share.webp']) {
    const answer = await ask(path, {}, 'POST')
    t.equal(answer.status, 405, path)
    t.equal(answer.headers['allow'], 'GET, HEAD')
  }
})

t.test('where the shop has a public address, everything is said with that', async (t) => {
  const named = await startShop(t, { env: { PUBLIC_URL } })
  for (const path of [
    '/robots.txt',
    '/llms.txt',
    '/sitemap.xml',
    '/sitemaps/articles.xml',
    '/feeds/meta-en.xml',
    '/ru/shop/rings',
  ]) {
    const text = await (await fetch(named.url + path)).text()
    t.ok(text.includes(PUBLIC_URL), path)
    t.notOk(text.includes(new URL(named.url).host), path)
  }
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
): Promise<Answer> {
  const { statusCode, headers: sent, body } = await request(shop.url + path, { method, headers })
  return { status: statusCode, headers: sent, bytes: Buffer.from(await body.arrayBuffer()) }
}
