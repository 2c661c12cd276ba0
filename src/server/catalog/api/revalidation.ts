import type { FastifyInstance } from 'fastify'

import { knowsEtag, weakEtag } from '#server/http/knows-etag.ts'

/**
 * Answers of the calls registered beside this are kept by the visitor's own browser only, and asked for again each
 * time: one that has not changed costs a 304. One that is sent as bytes names its own `etag`.
 */
export function addRevalidation(app: FastifyInstance): void {
  const { countryHeader } = app.config
  const vary = ['Cookie', 'Accept-Language', ...(countryHeader ? [countryHeader] : [])].join(', ')

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200) reply.header('cache-control', 'no-store')
    // Drafts may be among the answer.
    if (request.preview) reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if (reply.statusCode !== 200 || request.preview) return payload
    const etag = typeof payload === 'string' ? weakEtag(payload) : reply.getHeader('etag')
    if (typeof etag !== 'string') return payload
    const known = reply.getHeader('vary')
    reply
      .header('cache-control', 'private, no-cache')
      .header('vary', known ? `${String(known)}, ${vary}` : vary)
      .header('etag', etag)
    if (!knowsEtag(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-encoding')
    return ''
  })
}
