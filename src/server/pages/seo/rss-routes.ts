import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Feed } from 'feed'

import { knowsEtag } from '#server/http/knows-etag.ts'
import { originOf } from '#server/http/request-url.ts'
import { localePath, LANGUAGE_TAGS, LOCALES, type Locale } from '#shared/i18n/locale.ts'
import { imageUrl } from '#shared/images/image-url.ts'

import { writableXml } from './feeds/feed-items.ts'

const JOURNAL = '/blogs'
const FEED = `${JOURNAL}/rss.xml`

interface Entry {
  _path: string
  title: string
  description?: string
  date?: string
  picture?: { url?: string }
}

/** The feeds of the journal contain no drafts. */
export async function rssRoutes(app: FastifyInstance): Promise<void> {
  for (const locale of LOCALES) {
    app.get(localePath(locale, FEED), async (request, reply) => {
      const origin = originOf(request)
      // Links are absolute, so the ETag includes the origin.
      const etag = `W/"${app.content.version}-${Buffer.from(origin).toString('base64url')}"`
      reply.header('cache-control', 'public, no-cache').header('etag', etag)
      if (knowsEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('application/rss+xml; charset=utf-8').send(writeFeed(request, locale, origin))
    })
  }
}

function writeFeed({ server }: FastifyRequest, locale: Locale, origin: string): string {
  const address = (path: string) => origin + localePath(locale, path)
  const content = server.content.requests()
  const { brand } = server.site
  const [journal] = content.query({ where: [{ _path: JOURNAL, _partial: false }, { _locale: locale }] }) as Entry[]
  const articles = content.query({
    where: [{ _dir: JOURNAL.slice(1), _partial: false, _type: 'markdown' }, { _locale: locale }],
    sort: [{ date: -1 }],
    without: ['body'],
  }) as Entry[]
  const dated = articles.flatMap(({ date = '', ...article }) => {
    const published = new Date(date)
    return Number.isNaN(published.getTime()) ? [] : { ...article, published }
  })
  const feed = new Feed({
    id: address(JOURNAL),
    link: address(JOURNAL),
    title: journal ? `${brand} · ${journal.title}` : brand,
    ...(journal?.description ? { description: journal.description } : {}),
    language: LANGUAGE_TAGS[locale],
    feedLinks: { rss: address(FEED) },
    generator: brand,
    copyright: '',
    ...(dated[0] ? { updated: dated[0].published } : {}),
  })
  for (const { _path: path, title, description, picture: shown, published } of dated) {
    feed.addItem({
      id: address(path),
      link: address(path),
      title,
      date: published,
      ...(description ? { description } : {}),
      ...(shown?.url ? { image: { url: origin + imageUrl(shown.url, 1280), type: 'image/webp', length: 0 } } : {}),
    })
  }
  return writableXml(feed.rss2())
}
