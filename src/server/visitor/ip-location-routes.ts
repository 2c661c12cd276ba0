import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { rememberCountry } from '#server/http/visitor.ts'
import { IpLocation } from '#shared/country/visitor.ts'

/** `/api/ip-location`: returns the visitor's country and stores it in a cookie. Register with `/api`. */
export const ipLocationRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/ip-location', { schema: { response: { 200: IpLocation } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { country } = request.visitor
    if (!country) return {}
    rememberCountry(reply, country)
    return { countryCode: country }
  })
}
