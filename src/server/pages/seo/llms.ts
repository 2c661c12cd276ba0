import type { FastifyInstance } from 'fastify'

import { localePath, LANGUAGE_NAMES, LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { categoryPath } from '#shared/page/page-paths.ts'

import { FEEDS } from './feeds/feed-items.ts'
import { writtenPages, type WrittenPage } from './written-pages.ts'

interface Link {
  title: string
  address: string
  about?: string
}

/** In the format of llmstxt.org. */
export function writeLlms(app: FastifyInstance, origin: string): string {
  const [home] = writtenPages(app, 'en').pages.filter(({ path }) => path === '/')
  const feeds = FEEDS.flatMap((kind) => LOCALES.map((locale) => `${kind}-${locale}.xml`))
  return [
    `# ${app.site.brand}`,
    ...(home?.description ? [`> ${inOneLine(home.description)}`] : []),
    'Every page is available in English and Russian, at the same path under `/en` and `/ru`. Prices are in the currency of ' +
      'the visitor’s country. A product page takes its options in the query, such as `?metal=white-gold&size=6`.',
    ...LOCALES.flatMap((locale) => chapters(app, origin, locale)),
    chapter('Optional', [
      { title: 'Sitemap', address: `${origin}/sitemap.xml` },
      ...LOCALES.map((locale) => ({
        title: `Journal RSS feed, ${LANGUAGE_TAGS[locale]}`,
        address: origin + localePath(locale, '/blogs/rss.xml'),
      })),
      ...feeds.map((name) => ({ title: `Product feed with prices, ${name}`, address: `${origin}/feeds/${name}` })),
    ]),
  ].join('\n\n')
}

function chapters(app: FastifyInstance, origin: string, locale: Locale): string[] {
  const { pages, articles } = writtenPages(app, locale)
  const toLink = ({ path, title, description }: WrittenPage): Link => ({
    title,
    address: origin + localePath(locale, path),
    about: description,
  })
  const groups = app.catalog
    .shop()
    .categories(locale)
    .map(({ handle, name, description }) => ({
      title: name,
      address: origin + localePath(locale, categoryPath(handle)),
      about: description,
    }))
  return [
    chapter(`${LANGUAGE_NAMES[locale]}: shop`, groups),
    chapter(`${LANGUAGE_NAMES[locale]}: pages`, pages.map(toLink)),
    chapter(`${LANGUAGE_NAMES[locale]}: journal`, articles.map(toLink)),
  ]
}

function chapter(title: string, links: readonly Link[]): string {
  const lines = links.map(({ title: name, address, about }) => {
    const link = `- [${inOneLine(name).replaceAll(/[[\]]/g, '')}](${address})`
    return about ? `${link}: ${inOneLine(about)}` : link
  })
  return `## ${title}\n\n${lines.join('\n')}\n`.trimEnd()
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
