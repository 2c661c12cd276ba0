import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { createEncodedCache } from '#server/http/encoded-cache.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { CardQuery, Collection } from '#shared/shop-data.ts'

import { ListQuery, openShop, toChoice } from './product-query.ts'

const COLLECTIONS: readonly Collection[] = ['best-sellers', 'trending', 'new-in']
const ALL = 'all'
const LIMIT = 50

const params = Type.Object({ category: Type.String({ maxLength: 200 }) })

/** No response schema: a serializer that tells the two shapes apart is slower than `JSON.stringify`. */
export const listRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const lists = createEncodedCache()

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
    const isPlain = Object.values(choice).every((value) => value === undefined)
    const write = () => {
      const list = query.view === 'card' ? shop.cards(wanted, view) : shop.list(wanted, view)
      return list && JSON.stringify(list)
    }
    const key = JSON.stringify([wanted, query.view === 'card', view])
    reply.type('application/json; charset=utf-8')
    const body = isPlain ? await lists.encode(request, reply, { key, version: shop.version, write }) : write()
    if (body !== undefined) return reply.send(body)
    const message = app.translate(view.locale, /*i18n*/ 'We couldn’t find this category.')
    const httpError: ApiError = { statusCode: 404, message }
    return reply.code(404).send(httpError)
  }
}
