import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { CurrentRegion } from '#shared/country/region.ts'

/** `/api/region…`: register with that prefix. */
export const regionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/current', { schema: { response: { 200: CurrentRegion } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { regionId: request.visitor.regionId, currency_code: request.visitor.currency }
  })
}
