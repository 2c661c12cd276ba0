import type { FastifyInstance } from 'fastify'

import { localePath, LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { categoryPath, productPath, SITE_MAP_PAGES } from '#shared/page/page-paths.ts'

import { XML_HEAD, xmlText } from './feeds/feed-items.ts'
import { languagesOf, writtenPages, type WrittenPage } from './written-pages.ts'

interface Entry {
  path: string
  languages: readonly Locale[]
  changedIn?: (locale: Locale) => string | undefined
}

/** Far below the 50,000 URLs that a file may have, so that writing one does not block the event loop. */
const MOST_PRODUCTS = 1000
const PRODUCTS = /^pieces-([1-9]\d{0,3})$/

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function writeSiteMapIndex(app: FastifyInstance, origin: string): string {
  const names = ['pages', 'articles', ...Array.from({ length: countFiles(app) }, (_, index) => `pieces-${index + 1}`)]
  const maps = names.map((name) => `<sitemap><loc>${xmlText(`${origin}/sitemaps/${name}.xml`)}</loc></sitemap>\n`)
  return `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${maps.join('')}</sitemapindex>\n`
}

export function hasSiteMap(app: FastifyInstance, name: string): boolean {
  return ['pages', 'articles'].includes(name) || Number(PRODUCTS.exec(name)?.[1]) <= countFiles(app)
}

export function writeSiteMap(app: FastifyInstance, name: string, origin: string): string {
  const urls = entriesOf(app, name).map((entry) => toUrls(entry, origin))
  const namespaces = `xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml"`
  return `${XML_HEAD}<urlset ${namespaces}>\n${urls.join('')}</urlset>\n`
}

function countFiles({ catalog }: FastifyInstance): number {
  return Math.ceil(catalog.shop().handles().length / MOST_PRODUCTS)
}

function entriesOf(app: FastifyInstance, name: string): Entry[] {
  if (name === 'pages') return [...groups(app), ...written(app, 'pages')]
  if (name === 'articles') return written(app, 'articles')
  const number = Number(PRODUCTS.exec(name)?.[1])
  const from = (number - 1) * MOST_PRODUCTS
  return app.catalog
    .shop()
    .handles()
    .slice(from, from + MOST_PRODUCTS)
    .map((handle) => ({ path: productPath(handle), languages: LOCALES }))
}

function groups({ catalog }: FastifyInstance): Entry[] {
  return [
    ...SITE_MAP_PAGES.map((page) => `/${page}`),
    ...catalog
      .shop()
      .categories('en')
      .flatMap(({ handle, children }) => [
        categoryPath(handle),
        ...children.map((child) => categoryPath(handle, child.handle)),
      ]),
  ].map((path) => ({ path, languages: LOCALES }))
}

function written(app: FastifyInstance, kind: 'pages' | 'articles'): Entry[] {
  const pages: Record<Locale, WrittenPage[]> = { en: writtenPages(app, 'en')[kind], ru: writtenPages(app, 'ru')[kind] }
  const daysOf = (locale: Locale) => new Map(pages[locale].map(({ path, changed }) => [path, changed]))
  const days = { en: daysOf('en'), ru: daysOf('ru') }
  return [...languagesOf(pages)].map(([path, languages]) => ({
    path,
    languages,
    changedIn: (locale) => days[locale].get(path),
  }))
}

function toUrls({ path, languages, changedIn }: Entry, origin: string): string {
  const address = (locale: Locale) => xmlText(origin + localePath(locale, path))
  const link = (name: string, href: string) => `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`
  const alternates =
    languages.map((locale) => link(locale, address(locale))).join('') +
    (languages.includes('en') ? link('x-default', address('en')) : '')
  const day = (locale: Locale) => {
    const changed = changedIn?.(locale)
    return changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
  }
  return languages.map((locale) => `<url><loc>${address(locale)}</loc>${day(locale)}${alternates}</url>\n`).join('')
}
