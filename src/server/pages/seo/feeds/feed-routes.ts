import { Readable } from 'node:stream'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import type { Shop } from '#server/catalog/shop.ts'
import { knowsEtag, weakEtag } from '#server/http/knows-etag.ts'
import { originOf } from '#server/http/request-url.ts'
import { createYieldToLoop } from '#server/infra/scheduling.ts'
import { localePath, LOCALES } from '#shared/i18n/locale.ts'

import { xmlElement, XML_HEAD, XML_TYPE, toItems, type FeedTerms, FEEDS } from './feed-items.ts'

const Query = Type.Object({
  currency: Type.Optional(Type.String({ description: 'ISO 4217; one that no region has means the default' })),
})

const BATCH = 20

/** A feed may be large and is fetched once a day, so it is written while it is sent, and not cached. */
export const feedRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const kind of FEEDS) {
    for (const locale of LOCALES) {
      app.get(`/feeds/${kind}-${locale}.xml`, { schema: { querystring: Query } }, async (request, reply) => {
        const origin = originOf(request)
        const { id: regionId } = app.catalog.regionForCurrency(request.query.currency)
        const shop = app.catalog.shop()
        const terms: FeedTerms = { kind, locale, origin, brand: app.site.brand }
        const etag = weakEtag(JSON.stringify([shop.version, regionId, app.content.version, app.build, terms]))
        reply.header('cache-control', 'public, no-cache').header('etag', etag)
        if (knowsEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
        reply.type(XML_TYPE)
        if (request.method === 'HEAD') return reply.send('')
        return reply.send(Readable.from(writeFeed(shop, regionId, terms), { objectMode: false }))
      })
    }
  }
}

async function* writeFeed(shop: Shop, regionId: string, terms: FeedTerms): AsyncGenerator<string> {
  const { locale, origin, brand } = terms
  const yieldToLoop = createYieldToLoop()
  const link = origin + localePath(locale, '/shop')
  yield (
    `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n` +
      `${xmlElement('title', brand)}${xmlElement('link', link)}${xmlElement('description', brand)}\n`
  )
  const handles = shop.handles()
  for (let from = 0; from < handles.length; from += BATCH) {
    const list = shop.list({ handles: handles.slice(from, from + BATCH) }, { locale, regionId })
    yield (list?.products ?? []).map((product) => toItems(product, terms)).join('')
    await yieldToLoop()
  }
  yield '</channel></rss>\n'
}
