import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addSignedHooks } from '#server/http/signed-calls.ts'

/** The backend names the changed products, or sets `all` if it does not know them. */
const Signal = Type.Object({
  product_ids: Type.Array(Type.String({ pattern: '^prod_[A-Za-z0-9]+$' }), { maxItems: 10_000 }),
  all: Type.Boolean(),
  event: Type.Optional(Type.String({ maxLength: 200 })),
})

/** Fits 10,000 product ids. */
const BODY_LIMIT = 524_288

export const catalogRefreshRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)

  app.post('/refresh', {
    bodyLimit: BODY_LIMIT,
    logLevel: 'warn',
    schema: { summary: 'The backend reports changed products', body: Signal },
    async handler(request, reply) {
      const { all, product_ids: ids } = request.body
      app.catalog.refresh(all ? 'all' : ids).catch((error: unknown) => {
        request.log.warn({ event: 'catalog.signal_not_published', err: error }, 'catalog: a change could not be read')
      })
      return reply.code(202).send({ accepted: true })
    },
  })
}
