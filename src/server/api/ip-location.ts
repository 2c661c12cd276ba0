import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { COUNTRY_COOKIE } from '#server/plugins/visitor.ts'
import { IpLocation } from '#shared/api/region.ts'

const COUNTRY_SECONDS = 2_592_000

/** `/api/ip-location`: tells the visitor's country and remembers it; scripts read the cookie too. */
export const ipLocationRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/ip-location', { schema: { response: { 200: IpLocation } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { country } = request.visitor
    if (!country) return {}
    const secure = app.config.publicUrl?.startsWith('https:') ?? false
    reply.setCookie(COUNTRY_COOKIE, country, { path: '/', maxAge: COUNTRY_SECONDS, sameSite: 'lax', secure })
    return { countryCode: country }
  })
}
