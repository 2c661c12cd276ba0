import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'

import { chooseEncoding, encodeText, type EncodedText } from '#server/http/encode-bodies.ts'
import { createSingleFlight } from '#server/infra/single-flight.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { CardQuery, Collection } from '#shared/shop-data.ts'

import { ListQuery, openShop, toChoice } from './product-query.ts'

const COLLECTIONS: readonly Collection[] = ['best-sellers', 'trending', 'new-in']
const ALL = 'all'
const LIMIT = 50

const params = Type.Object({ category: Type.String({ maxLength: 200 }) })

/** No response schema: a serializer that tells the two shapes apart is slower than `JSON.stringify`. */
export const listRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const lists = createListCache()

  for (const collection of COLLECTIONS) {
    app.get(
      `/${collection}`,
      { schema: { summary: `The products of ${collection}`, querystring: ListQuery } },
      async (request, reply) => answer(request, reply, request.query, { collection }),
    )
  }

  app.get(
    '/:category',
    { schema: { summary: 'The products of a category, or of `all`', params, querystring: ListQuery } },
    async (request, reply) => {
      const { category } = request.params
      return answer(request, reply, request.query, category === ALL ? {} : { category })
    },
  )

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
    // Narrowed lists are not cached: the number of possible filters has no limit.
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
      if (key) lists.fill(key, version, json)
      return reply.send(json)
    }
    const message = app.translate(view.locale, /*i18n*/ 'We couldn’t find this category.')
    const httpError: ApiError = { statusCode: 404, message }
    return reply.code(404).send(httpError)
  }
}

const LIMIT_BYTES = 16 * 1024 * 1024

function createListCache() {
  const cache = new LRUCache<string, EncodedText>({ maxSize: LIMIT_BYTES, sizeCalculation: ({ size }) => size })
  const fills = createSingleFlight<void>()

  return {
    get(key: string, version: string) {
      const list = cache.get(key)
      return list?.version === version ? list : undefined
    },
    fill(key: string, version: string, json: string) {
      const encode = async () => void cache.set(key, await encodeText(json, version))
      // After a failed compression the next request serializes the list again.
      fills.run(`${key} ${version}`, encode).catch(() => {})
    },
  }
}
