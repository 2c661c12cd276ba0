import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import t, { type Test } from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { everyCard } from '#test/support/categories.ts'
import { crawl, localeOf, type CrawledPage } from '#test/support/crawl.ts'
import { BROWSER, CRAWLER } from '#test/support/read-stream.ts'
import { readXml, recordsIn } from '#test/support/read-xml.ts'
import { startShop } from '#test/support/test-shop.ts'

// Without the page cache, because every page is read only once.
const shop = await startShop(t, { env: { PAGE_CACHE_MB: '0' } })
const { pages, links } = await crawl(
  shop.url,
  LOCALES.map((locale) => `/${locale}`),
)
const listed = [...pages.values()].filter(({ isHidden, canonical, address }) => !isHidden && canonical === address)

t.test('every internal link leads to a page, with at most one redirect', async (t) => {
  t.comment(`${links.size} links to ${pages.size} pages, ${listed.length} of them to be found`)
  t.ok(listed.length > 150)
  const wrong = [...links].filter(([, { status, hops }]) => status !== 200 || hops > 1)
  t.same(wrong, [])
})

t.test('every page has a unique title, description and heading, and its canonical URL', async (t) => {
  t.same([...pages.values()].flatMap(faultsOf), [])
  const lonely = listed.filter(({ alternates }) =>
    LOCALES.some((locale) => !isDeepStrictEqual(pages.get(alternates[locale] ?? '')?.alternates, alternates)),
  )
  t.same(addressesOf(lonely), [], 'its other languages lead back')
  const alike = [...Map.groupBy(listed, ({ title, description }) => `${title} ${description}`).values()]
  t.same(alike.filter((group) => group.length > 1).map(addressesOf), [], 'descriptions are unique')
})

function faultsOf({ address, title, description, headings, canonical, alternates, metas }: CrawledPage): string[] {
  const named = ['og:type', 'og:site_name', 'og:locale', 'og:locale:alternate', 'twitter:card']
  const isTrue: Record<string, boolean> = {
    title: /\S/.test(title) && metas['og:title'] === title,
    description: /\S/.test(description) && metas['og:description'] === description,
    'one first heading': headings === 1,
    canonical: withoutQuery(canonical) === withoutQuery(address) && metas['og:url'] === canonical,
    languages: Object.keys(alternates).toSorted().join() === 'en,ru,x-default',
    'its own language':
      alternates[localeOf(address) ?? ''] === canonical && alternates['x-default'] === alternates['en'],
    picture: metas['og:image']?.startsWith(`${shop.url}/_image/1200x630.jpg/`) ?? false,
    'what is shared': named.every((name) => /\S/.test(metas[name] ?? '')),
  }
  return Object.keys(isTrue).flatMap((name) => (isTrue[name] ? [] : `${address}: ${name}`))
}

t.test('the sitemap contains every indexable page and no other', async (t) => {
  const index = await readMap(t, `${shop.url}/sitemap.xml`)
  const maps = await Promise.all(recordsIn(index, 'sitemap').map(({ loc = '' }) => readMap(t, loc)))
  const urls = maps.flatMap((map) => map.children)
  const addresses = urls.map((url) => url.children.find(({ name }) => name === 'loc')?.text ?? '')
  t.same(addresses.toSorted(), listed.map(({ address }) => address).toSorted())
  const wrong = urls.filter((url) => {
    const alternates = url.children.filter(({ name }) => name === 'xhtml:link').map(({ attributes }) => attributes)
    const listedAlternates = Object.fromEntries(alternates.map(({ hreflang = '', href = '' }) => [hreflang, href]))
    const address = url.children.find(({ name }) => name === 'loc')?.text ?? ''
    return !isDeepStrictEqual(listedAlternates, pages.get(address)?.alternates)
  })
  t.same(wrong, [], 'each with its other languages')
  const days = maps.flatMap((map) => recordsIn(map, 'url')).flatMap(({ lastmod }) => lastmod ?? [])
  t.ok(days.length > 10)
  for (const day of days) t.match(day, /^\d{4}-\d\d-\d\d$/)

  const robots = await (await fetch(`${shop.url}/robots.txt`)).text()
  t.ok(robots.includes(`\nSitemap: ${shop.url}/sitemap.xml\n`))
  const rules = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, rule = '']) => toExpression(rule))
  const refused = (path: string) => rules.some((rule) => rule.test(path))
  t.same(addressesOf(listed.filter(({ address }) => refused(address.slice(shop.url.length)))), [], 'all may be fetched')
  for (const path of [
    '/en/cart',
    '/ru/checkout/payment',
    '/api/carts',
    '/en?preview=x',
    '/en/shop/rings?sort=newest',
  ]) {
    t.ok(refused(path), path)
  }
  t.equal((await fetch(`${shop.url}/sitemaps/pieces-99.xml`)).status, 404)
})

/** The fields that Google requires for each type: https://developers.google.com/search/docs/appearance/structured-data. */
const ASKED: Record<string, string[]> = {
  Product: [
    'name',
    'image',
    'description',
    'brand.name',
    'offers.price',
    'offers.priceCurrency',
    'offers.availability',
    'offers.url',
  ],
  BreadcrumbList: ['itemListElement.position', 'itemListElement.name', 'itemListElement.item'],
  ItemList: ['itemListElement.position', 'itemListElement.url'],
  CollectionPage: ['name', 'mainEntity.itemListElement.url'],
  Organization: ['name', 'url', 'logo', 'hasMerchantReturnPolicy.merchantReturnLink'],
  ContactPage: ['mainEntity.name', 'mainEntity.contactPoint.email', 'mainEntity.address.addressCountry'],
  WebSite: ['name', 'url', 'potentialAction.target.urlTemplate', 'potentialAction.query-input'],
  Article: ['headline', 'image', 'datePublished', 'dateModified', 'author.name', 'author.url'],
  FAQPage: ['mainEntity.name', 'mainEntity.acceptedAnswer.text'],
}

/** The structured data of each page, by its path without the language. */
const REPORTED: [RegExp, string[]][] = [
  [/^$/, ['FAQPage', 'Organization', 'WebSite']],
  [/^\/shop(\/viewAll)?$/, ['ItemList']],
  [/^\/shop\/product\//, ['BreadcrumbList', 'Product']],
  [/^\/shop\//, ['BreadcrumbList', 'CollectionPage']],
  [/^\/contact$/, ['ContactPage']],
  [/^\/faq$/, ['FAQPage']],
  [/^\/blogs$/, ['ItemList']],
  [/^\/blogs\//, ['Article', 'BreadcrumbList']],
]

t.test('the structured data of a page has every required field, and its links lead to our pages', async (t) => {
  const addresses = new Set<string>()
  for (const { address, data } of listed) {
    const path = address.slice(`${shop.url}/en`.length)
    const types = data.map((thing) => String(thing['@type'])).toSorted()
    const [, output] = REPORTED.find(([pattern]) => pattern.test(path)) ?? []
    if (output) t.same(types, output, address)
    for (const thing of data) {
      t.equal(thing['@context'], 'https://schema.org')
      const asked = ASKED[String(thing['@type'])] ?? ['an unknown type']
      t.same(
        asked.filter((field) => !isThere(thing, field.split('.'))),
        [],
        `${address}: ${String(thing['@type'])}`,
      )
      for (const link of JSON.stringify(thing).matchAll(/"(?:item|url)":"([^"]+)"/g)) addresses.add(link[1] ?? '')
    }
  }
  const lost = [...addresses].filter((address) => !address.includes('?') && !pages.has(address))
  t.same(lost, [])
  const heaviest = listed.map(({ data }) => JSON.stringify(data)).toSorted((a, b) => b.length - a.length)[0] ?? ''
  const sent = brotliCompressSync(heaviest).length
  t.comment(`the longest that a page says are ${heaviest.length} letters, ${sent} bytes as they are sent`)
  t.ok(sent < 2000)
})

t.test('the offer of a product has the price, currency and availability that its page shows', async (t) => {
  const handle = (await everyCard(shop.url))[0]?.handle
  for (const [country, currency] of [
    ['US', 'USD'],
    ['JP', 'JPY'],
  ] as const) {
    const { product } = (await (
      await fetch(`${shop.url}/api/products/handle/${handle}?currency=${currency}`)
    ).json()) as { product: { variants: { id: string; calculated_price: { calculated_amount: number } }[] } }
    const html = await (
      await fetch(`${shop.url}/en/shop/product/${handle}`, {
        headers: { cookie: `user_country=${country}`, 'user-agent': CRAWLER },
      })
    ).text()
    const [json = ''] = /\{"@context":"https:\/\/schema.org","@type":"Product".*?(?=<\/script>)/.exec(html) ?? []
    const { offers } = JSON.parse(json) as { offers: Record<string, string>[] }
    t.same(
      offers.map(({ sku, price, priceCurrency }) => [sku, price, priceCurrency]),
      product.variants.map(({ id, calculated_price: { calculated_amount: amount } }) => [
        id,
        `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
        currency,
      ]),
    )
    const [first] = offers
    const answer = await fetch(first?.['url'] ?? '', { redirect: 'manual', headers: { 'user-agent': BROWSER } })
    t.equal(answer.status, 200, 'an offer leads to its variant at once')
    t.match(await answer.text(), json.slice(0, 60), 'people are sent the same')
  }
})

t.test('no text of the catalog closes the script element that contains it', async (t) => {
  const title = '</script><script>alert(1)</script>\u2028'
  const odd = await startShop(t, {
    env: { PAGE_CACHE_MB: '0' },
    wrapShopData: (data) => ({
      ...data,
      async product(handle) {
        const product = await data.product(handle)
        return product && { ...product, title }
      },
    }),
  })
  const handle = (await everyCard(odd.url))[0]?.handle
  for (const agent of [CRAWLER, BROWSER]) {
    const answer = await fetch(`${odd.url}/en/shop/product/${handle}`, { headers: { 'user-agent': agent } })
    const html = await answer.text()
    t.notMatch(html, '<script>alert')
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\S\s]*?)<\/script>/g)]
    const names = blocks.map(([, json = '']) => (JSON.parse(json) as { name?: string }).name)
    t.ok(names.includes(title), 'the script parses to the original text')
  }
})

function addressesOf(of: readonly CrawledPage[]): string[] {
  return of.map(({ address }) => address)
}

function withoutQuery(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

function isThere(thing: unknown, [field, ...rest]: string[]): boolean {
  if (Array.isArray(thing)) return thing.length > 0 && thing.every((one) => isThere(one, [field ?? '', ...rest]))
  const value = (thing as Record<string, unknown> | null)?.[field ?? '']
  if (value === undefined || value === null || value === '') return false
  return rest.length === 0 || isThere(value, rest)
}

async function readMap(t: Test, address: string) {
  const answer = await fetch(address)
  t.equal(answer.status, 200, address)
  t.match(answer.headers.get('content-type'), /^application\/xml/)
  return readXml(await answer.text())
}

/** Matches a rule of robots.txt: `*` is any text, and `$` the end. */
function toExpression(rule: string): RegExp {
  const pattern = rule.replaceAll(/[.+?^{}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
  return new RegExp(`^${pattern}`)
}
