import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { hasSiteMap, writeSiteMap, writeSiteMapIndex } from '#server/pages/seo/site-map.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { readXml, recordsIn } from '#test/support/read-xml.ts'

const PRODUCTS = 60_000
const ORIGIN = 'https://shop.example'

t.test(
  'however many pieces there are, each stands in one map, and none is too long for those who read it',
  async (t) => {
    const handles = Array.from({ length: PRODUCTS }, (_, index) => `piece-${index}`)
    const app = {
      catalog: { shop: () => ({ handles: () => handles, categories: () => [] }) },
      content: { requests: () => ({ query: () => [] }) },
    } as unknown as FastifyInstance
    const names = recordsIn(readXml(writeSiteMapIndex(app, ORIGIN)), 'sitemap').map(({ loc = '' }) =>
      loc.replace(/^.*\/(.*)\.xml$/, '$1'),
    )
    const reported = names.map((name) => {
      t.ok(hasSiteMap(app, name), name)
      const xml = writeSiteMap(app, name, ORIGIN)
      return { xml, urls: [...xml.matchAll(/<loc>([^<]*)</g)].map(([, url]) => url) }
    })
    const products = reported.flatMap(({ urls }) => urls).filter((url) => url?.includes('/product/'))
    t.equal(new Set(products).size, 2 * PRODUCTS)
    t.equal(products.length, 2 * PRODUCTS)
    t.ok(reported.every(({ urls, xml }) => urls.length <= 50_000 && xml.length < 50_000_000))
    for (const name of ['pieces-0', `pieces-${names.length - 1}`, 'pieces-1.5', '../robots', ''])
      t.notOk(hasSiteMap(app, name), name)
  },
)

t.test('a shelf stands there with the address by which it is opened, whatever it is called', async (t) => {
  const groups = [{ handle: 'rings & more', children: [{ handle: 'кольца' }] }]
  const app = {
    catalog: { shop: () => ({ handles: () => [], categories: () => groups }) },
    content: { requests: () => ({ query: () => [] }) },
  } as unknown as FastifyInstance
  const urls = [...writeSiteMap(app, 'pages', ORIGIN).matchAll(/<loc>([^<]*)</g)].map(([, url]) => url)
  t.ok(urls.includes(`${ORIGIN}/en/shop/rings%20%26%20more`))
  t.ok(urls.includes(`${ORIGIN}/ru/shop/rings%20%26%20more/${encodeURIComponent('кольца')}`))
})

t.test('a crawler reads beside each address where the page is in each language, and for everyone else', async (t) => {
  const app = {
    catalog: { shop: () => ({ handles: () => ['halo'], categories: () => [] }) },
    content: { requests: () => ({ query: () => [] }) },
  } as unknown as FastifyInstance
  const page = (locale: Locale) => `${ORIGIN}/${locale}/shop/product/halo`
  const alternates = [...LOCALES.map((locale) => `${locale} ${page(locale)}`), `x-default ${page('en')}`].toSorted()
  for (const locale of LOCALES) {
    const [, url = ''] = writeSiteMap(app, 'pieces-1', ORIGIN).split(`<loc>${page(locale)}</loc>`)
    const reported = [...url.slice(0, url.indexOf('</url>')).matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)]
    t.same(reported.map(([, language, href]) => `${language} ${href}`).toSorted(), alternates, locale)
  }
})

t.test('a page says of each of its languages when that was written, and not when the other was', async (t) => {
  const days = { both: { en: '2026-11-20', ru: '2026-03-01' }, english: { en: '2026-11-21' } }
  const articles = Object.entries(days).flatMap(([name, reported]: [string, Partial<Record<Locale, string>>]) =>
    LOCALES.map((locale) => ({ _path: `/blogs/${name}`, _dir: 'blogs', _locale: locale, updated: reported[locale] })),
  )
  const query = ({ where: [{ _locale }] }: { where: [{ _locale: Locale }] }) =>
    articles.filter((article) => article._locale === _locale)
  const app = {
    catalog: { shop: () => ({ handles: () => [], categories: () => [] }) },
    content: { requests: () => ({ query }) },
  } as unknown as FastifyInstance
  const reported = recordsIn(readXml(writeSiteMap(app, 'articles', ORIGIN)), 'url')
  const day = (path: string) => reported.find(({ loc }) => loc === ORIGIN + path)?.['lastmod']
  t.equal(day('/en/blogs/both'), '2026-11-20')
  t.equal(day('/ru/blogs/both'), '2026-03-01')
  t.equal(day('/en/blogs/english'), '2026-11-21')
  t.equal(day('/ru/blogs/english'), undefined, 'nobody has told it')
})
