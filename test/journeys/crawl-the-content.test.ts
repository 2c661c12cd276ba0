import t from 'tap'

import { LANGUAGE_TAGS, LOCALES } from '#shared/i18n/locale.ts'
import { writtenPages } from '#test/support/content-pages.ts'
import { startShop } from '#test/support/test-shop.ts'

const CRAWLER = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }

const shop = await startShop(t)

for (const locale of LOCALES) {
  t.test(`a crawler can read every content page in ${locale}, and every link on them works`, async (t) => {
    const pages = writtenPages(shop.app, locale)
    t.ok(pages.length >= 14, `${pages.length} pages`)
    const links = new Set<string>()

    for (const { path, title, description, words: texts } of pages) {
      const address = `${shop.url}/${locale}${path === '/' ? '' : path}`
      const answer = await fetch(address, { headers: CRAWLER })
      const html = await answer.text()
      const text = plain(html)
      t.equal(answer.status, 200, address)
      t.equal(answer.headers.get('content-language'), LANGUAGE_TAGS[locale])
      t.ok(headOf(html, /<title>([^<]*)</).includes(escaped(title)), `${path} has its title`)
      t.equal(headOf(html, /<meta name="description" content="([^"]*)"/), escaped(description), `${path}: description`)
      t.equal(headOf(html, /<link rel="canonical" href="([^"]*)"/), address, `${path}: canonical`)
      for (const other of LOCALES) {
        const alternate = `${shop.url}/${other}${path === '/' ? '' : path}`
        t.ok(html.includes(`hrefLang="${other}" href="${alternate}"`), `${path} is there in ${other}`)
      }
      t.equal(html.match(/<h1[ >]/g)?.length, 1, `${path} has one first heading`)
      t.ok(text.includes(texts), `${path} says “${texts}”`)
      t.notMatch(html, / style="/, 'no style that the policy would refuse')
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"#]+)/g)) links.add(href.replaceAll('&amp;', '&'))
    }

    const ours = [...links].filter((href) => href.startsWith('/'))
    t.ok(ours.length > pages.length)
    for (const href of ours) {
      t.equal(await endOf(shop.url, href), 200, href)
    }
  })
}

t.test('a page that exists in one language only has no alternate link', async (t) => {
  const { url } = await startShop(t, {
    wrapShopData: (data) => ({
      ...data,
      content: {
        ...data.content,
        async query(query) {
          const found = await data.content.query(query)
          return query.only?.includes('_locale') ? [{ _locale: 'en' }] : found
        },
      },
    }),
  })
  const html = await (await fetch(`${url}/en/ourStory`)).text()
  t.ok(html.includes(`hrefLang="en" href="${url}/en/ourStory"`))
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
    const links = [...feed.matchAll(/<item>[\S\s]*?<link>([^<]*)<\/link>/g)].map(([, link = '']) => link)
    const articles = writtenPages(shop.app, locale).filter(({ path }) => path.startsWith('/blogs/'))
    t.same(links.toSorted(), articles.map(({ path }) => `${shop.url}/${locale}${path}`).toSorted())
    t.equal((await ask(links[0] ?? '')).status, 200)
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

/** The status at the end of a link; links to other sites are not requested. */
async function endOf(origin: string, href: string): Promise<number> {
  const { status, headers } = await ask(new URL(href, origin), { headers: CRAWLER })
  const next = headers.get('location')
  if (next === null) return status
  return next.startsWith('/') ? endOf(origin, next) : 200
}

function headOf(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? ''
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
}

function plain(html: string): string {
  const text = html.replaceAll(/<script[\S\s]*?<\/script>/g, '').replaceAll(/<!-- -->|<[^>]*>/g, '')
  return text.replaceAll(/\s+/g, ' ').replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
