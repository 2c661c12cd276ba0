import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import t, { type Test } from 'tap'

import { LANGUAGE_TAGS, LOCALES } from '#shared/i18n/locale.ts'
import type { ProductAnswer } from '#shared/product/product.ts'
import { everyCard, getJson } from '#test/support/categories.ts'
import { writtenPages } from '#test/support/content-pages.ts'
import { crawl, type CrawledPage, localeOf } from '#test/support/crawl.ts'
import { BROWSER, CRAWLER } from '#test/support/read-stream.ts'
import { readXml, recordsIn } from '#test/support/read-xml.ts'
import { startShop } from '#test/support/test-shop.ts'

const ODD_TITLE = '</script><script>alert(1)</script>\u2028'

// Without the page cache, because every page is read only once.
const shop = await startShop(t, { env: { PAGE_CACHE_MB: '0' } })
const odd = await startShop(t, {
  env: { PAGE_CACHE_MB: '0' },
  wrapShopData: (data) => ({
    ...data,
    async product(handle) {
      const product = await data.product(handle)
      return product && { ...product, title: ODD_TITLE }
    },
    content: {
      ...data.content,
      async query(query) {
        const found = await data.content.query(query)
        return query.only?.includes('_locale') ? [{ _locale: 'en' }] : found
      },
    },
  }),
})
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

t.test('a crawler can read every content page in each language', async (t) => {
  for (const locale of LOCALES) {
    const written = writtenPages(shop.app, locale)
    t.ok(written.length >= 14, `${written.length} pages in ${locale}`)
    for (const { path, title, description, words } of written) {
      const page = pages.get(`${shop.url}/${locale}${path === '/' ? '' : path}`)
      t.equal(page?.description, description, path)
      t.match(page?.title, title, path)
      t.ok(plain(page?.html ?? '').includes(words), `${path} says “${words}”`)
      t.notMatch(page?.html, / style="/, 'no style that the policy would refuse')
    }
  }
})

t.test('sample testimonials say that they are samples, and search engines do not see them', async (t) => {
  for (const [path, note] of [
    ['/en', 'Sample text, not a customer’s review'],
    ['/ru/shop/product/round-solitaire-ring', 'Это пример, а не отзыв покупателя'],
  ] as const) {
    const html = plain(pages.get(shop.url + path)?.html ?? '')
    t.ok(html.includes(note), path)
  }
  for (const { address, data } of listed) t.notMatch(JSON.stringify(data), /review|rating/i, address)
})

function plain(html: string): string {
  const text = html.replaceAll(/<script[\S\s]*?<\/script>/g, '').replaceAll(/<!-- -->|<[^>]*>/g, '')
  return text.replaceAll(/\s+/g, ' ').replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

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
    const { product } = await getJson<ProductAnswer>(`${shop.url}/api/products/handle/${handle}?currency=${currency}`)
    const html = await (
      await fetch(`${shop.url}/en/shop/product/${handle}`, {
        headers: { cookie: `user_country=${country}`, 'user-agent': CRAWLER },
      })
    ).text()
    const [json = ''] = /\{"@context":"https:\/\/schema.org","@type":"Product".*?(?=<\/script>)/.exec(html) ?? []
    const { offers } = JSON.parse(json) as { offers: Record<string, string>[] }
    t.same(
      offers.map(({ sku, price, priceCurrency }) => [sku, price, priceCurrency]),
      product.variants.map(({ id, calculated_price: price }) => [
        id,
        ((price?.calculated_amount ?? 0) / 100).toFixed(2),
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
  const handle = (await everyCard(odd.url))[0]?.handle
  for (const agent of [CRAWLER, BROWSER]) {
    const answer = await fetch(`${odd.url}/en/shop/product/${handle}`, { headers: { 'user-agent': agent } })
    const html = await answer.text()
    t.notMatch(html, '<script>alert')
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\S\s]*?)<\/script>/g)]
    const names = blocks.map(([, json = '']) => (JSON.parse(json) as { name?: string }).name)
    t.ok(names.includes(ODD_TITLE), 'the script parses to the original text')
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

t.test('a page that exists in one language only has no alternate link', async (t) => {
  const html = await (await fetch(`${odd.url}/en/ourStory`)).text()
  t.ok(html.includes(`hrefLang="en" href="${odd.url}/en/ourStory"`))
  t.notOk(html.includes('hrefLang="ru" href="http'))
})

t.test('a path without a language redirects to the language of the visitor', async (t) => {
  const headers = { 'accept-language': 'ru' }
  const answer = await ask(`${shop.url}/policies/return-policy/?from=letter&utm_source=letter`, { headers })
  t.equal(answer.status, 302)
  t.equal(answer.headers.get('location'), '/ru/policies/return-policy?from=letter&utm_source=letter')
  t.equal((await ask(`${shop.url}/policies/no-such-policy`, { headers })).status, 404)
})

t.test('the language comes from the cookie, else from the browser, else it is English', async (t) => {
  for (const [headers, path] of [
    [{ cookie: 'locale=en', 'accept-language': 'ru' }, '/en'],
    [{ cookie: 'locale=de', 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.5' }, '/ru'],
    [{ 'accept-language': 'de' }, '/en'],
    [{}, '/en'],
  ] as const) {
    const answer = await ask(`${shop.url}/`, { headers })
    t.match([answer.status, answer.headers.get('location')], [302, path], JSON.stringify(headers))
    t.equal(answer.headers.get('cache-control'), 'no-store')
    t.equal(answer.headers.get('vary'), 'Cookie, Accept-Language')
  }
})

t.test('pages and folders with a redirect respond with it', async (t) => {
  const ways = [
    ['/en/size-guide', '/en/blogs/ring-sizes'],
    ['/ru/size-guide', '/ru/blogs/ring-sizes'],
    ['/en/courses', '/en/blogs'],
    ['/ru/iso-8653', /^https:\/\//],
  ] as const
  for (const [from, to] of ways) {
    const answer = await ask(shop.url + from)
    t.equal(answer.status, 302, from)
    t.match(answer.headers.get('location'), to)
    t.equal(answer.headers.get('cache-control'), 'no-store')
  }
})

t.test('partial documents are not pages, and an unknown path is a 404', async (t) => {
  const addresses = ['/en/_globals/footer', '/en/blogs/_dir', '/ru/policies/_dir', '/en/%zz', '/en/blogs/%E0%A4%A']
  const drafts = ['/en/blogs/pearls-beside-moissanite']
  for (const address of [...addresses, ...drafts]) t.equal((await ask(shop.url + address)).status, 404, address)
})

t.test('a feed reader can follow the journal', async (t) => {
  for (const locale of LOCALES) {
    const address = `${shop.url}/${locale}/blogs/rss.xml`
    const answer = await fetch(address)
    const feed = await answer.text()
    t.match(answer.headers.get('content-type'), /^application\/rss\+xml/)
    t.match(feed, `<language>${LANGUAGE_TAGS[locale]}</language>`)
    const articles = [...feed.matchAll(/<item>[\S\s]*?<link>([^<]*)<\/link>/g)].map(([, link = '']) => link)
    const written = writtenPages(shop.app, locale).filter(({ path }) => path.startsWith('/blogs/'))
    t.same(articles.toSorted(), written.map(({ path }) => `${shop.url}/${locale}${path}`).toSorted())
    t.equal((await ask(articles[0] ?? '')).status, 200)
    const dates = [...feed.matchAll(/<pubDate>([^<]*)</g)].map(([, date = '']) => Date.parse(date))
    t.same(
      dates,
      dates.toSorted((a, b) => b - a),
      'newest first',
    )
    const again = await ask(address, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    t.equal(again.status, 304, 'a feed that has not changed is not sent again')
  }
})

/** Requests one URL without following redirects, and reads the whole body, which a graceful shutdown waits for. */
async function ask(address: string | URL, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, { ...options, redirect: 'manual' })
  await answer.text()
  return answer
}
