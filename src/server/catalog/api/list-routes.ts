import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'

import { chooseEncoding, encodeText, type EncodedText } from '#server/http/encode-bodies.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { CardQuery, Collection } from '#shared/shop-data.ts'

import { ListQuery, openShop, toChoice } from './product-query.ts'

const COLLECTIONS: readonly Collection[] = ['best-sellers', 'trending', 'new-in']
const ALL = 'all'
const LIMIT = 50

const params = Type.Object({ category: Type.String({ maxLength: 200 }) })

/**
 * `/api/products/{category}`, `/all` and the three collections: register with the prefix `/api/products`.
 * Their answers have one of two shapes; a serialiser that has to find out which costs more than it gives.
 */
export const listRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const lists = createListCache()

  for (const collection of COLLECTIONS) {
    app.get(`/${collection}`, { schema: { querystring: ListQuery } }, async (request, reply) =>
      answer(request, reply, request.query, { collection }),
    )
  }

  app.get('/:category', { schema: { params, querystring: ListQuery } }, async (request, reply) => {
    const { category } = request.params
    return answer(request, reply, request.query, category === ALL ? {} : { category })
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    query: ListQuery,
    chosen: CardQuery,
  ): Promise<FastifyReply> {
    const { shop, view } = await openShop(app, request, query)
    const { limit = LIMIT, offset = 0, sort = 'featured' } = query
    const { withFacets, ...choice } = toChoice(query)
    const wanted: CardQuery = { ...chosen, ...choice, ...(withFacets && { withFacets }), limit, offset, sort }
    // There is no end to what a list may be narrowed to.
    const isPlain = Object.keys(choice).length === 0
    const key = isPlain ? JSON.stringify([wanted, query.view === 'card', view]) : undefined
    const version = shop.versionOf(view.regionId)
    reply.type('application/json; charset=utf-8')
    const cached = key && lists.get(key, version)
    if (cached) {
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.header('etag', cached.etag).header('vary', 'accept-encoding').send(cached.bodies[encoding])
    }
    const list = query.view === 'card' ? shop.cards(wanted, view) : shop.list(wanted, view)
    if (list) {
      const json = JSON.stringify(list)
      if (key) lists.keepSoon(key, version, json)
      return reply.send(json)
    }
    const message = app.translate(view.locale, /*i18n*/ 'There is no such category.')
    const httpError: ApiError = { statusCode: 404, message }
    return reply.code(404).send(httpError)
  }
}

/** Answers about lists that no one narrowed, which everybody asks for: written and compressed once for each version. */
interface ListCache {
  /** The answer to a question about a list, ready to be sent. */
  get(key: string, version: string): EncodedText | undefined
  /** Keeps an answer as soon as it is compressed, off the event loop. */
  keepSoon(key: string, version: string, json: string): void
}

const LIMIT_BYTES = 16 * 1024 * 1024

function createListCache(): ListCache {
  const cache = new LRUCache<string, EncodedText>({ maxSize: LIMIT_BYTES, sizeCalculation: ({ size }) => size })
  const underWay = new Set<string>()

  async function keep(key: string, version: string, json: string): Promise<void> {
    cache.set(key, await encodeText(json, version))
  }

  return {
    get(key, version) {
      const list = cache.get(key)
      return list?.version === version ? list : undefined
    },
    keepSoon(key, version, json) {
      const making = `${key} ${version}`
      if (underWay.has(making)) return
      underWay.add(making)
      // What could not be compressed is written anew for anyone who comes next.
      keep(key, version, json)
        .catch(() => {})
        .finally(() => underWay.delete(making))
    },
  }
}
