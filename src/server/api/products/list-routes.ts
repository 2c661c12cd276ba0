import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import type { ApiError } from '#shared/api/error.ts'
import type { ProductCardList, ProductList } from '#shared/api/product.ts'
import type { CardQuery, Collection } from '#shared/api/shop-data.ts'

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
  ): Promise<ProductList | ProductCardList | FastifyReply> {
    const { shop, view } = await openShop(app, request, query)
    const { limit = LIMIT, offset = 0, sort = 'featured' } = query
    const wanted: CardQuery = { ...chosen, ...toChoice(query), limit, offset, sort }
    const list = query.view === 'card' ? shop.cards(wanted, view) : shop.list(wanted, view)
    if (list) return list
    const message = app.translate(view.locale, /*i18n*/ 'There is no such category.')
    const refusal: ApiError = { statusCode: 404, message }
    return reply.code(404).send(refusal)
  }
}
