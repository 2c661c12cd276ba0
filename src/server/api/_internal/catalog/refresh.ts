import { createHmac, timingSafeEqual } from 'node:crypto'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

/** The backend tells which pieces changed; `all` where it cannot say. */
const Signal = Type.Object({
  product_ids: Type.Array(Type.String({ pattern: '^prod_[A-Za-z0-9]+$' }), { maxItems: 10_000 }),
  all: Type.Boolean(),
  event: Type.Optional(Type.String({ maxLength: 200 })),
})

const SIGNATURE_HEADER = 'x-lumenite-signature'
const SIGNED_FOR_SECONDS = 300
/** Ten thousand ids and a little. */
const BODY_LIMIT = 524_288

/** `POST /api/_internal/catalog/refresh`: register with the prefix `/api/_internal/catalog`. */
export const catalogRefreshRoute: FastifyPluginAsyncTypebox = async (app) => {
  const raw = new WeakMap<FastifyRequest, Buffer>()

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    raw.set(request, body)
    try {
      done(null, JSON.parse(body.toString()))
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }))
    }
  })

  app.post('/refresh', {
    bodyLimit: BODY_LIMIT,
    logLevel: 'warn',
    schema: { body: Signal },
    async preValidation(request, reply) {
      const header = request.headers[SIGNATURE_HEADER]
      if (isSigned(raw.get(request), header, app.config.secret, Date.now() / 1000)) return
      const message = app.translate(request.visitor.locale, /*i18n*/ 'The request could not be understood.')
      await reply
        .code(401)
        .header('cache-control', 'no-store')
        .send({ statusCode: 401, message, details: `${SIGNATURE_HEADER} is missing, wrong or too old` })
    },
    async handler(request, reply) {
      const { all, product_ids: ids } = request.body
      app.catalog.refresh(all ? 'all' : ids).catch((error: unknown) => {
        request.log.warn({ err: error }, 'A signal of the backend could not be passed on.')
      })
      return reply.code(202).header('cache-control', 'no-store').send({ accepted: true })
    },
  })
}

/**
 * @param header `t=<unix seconds>,v1=<hex hmac-sha256 of "<t>.<body>">`
 * @param now unix seconds
 */
export function isSigned(
  body: Buffer | undefined,
  header: string | string[] | undefined,
  secret: string,
  now: number,
): boolean {
  const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header ?? '')) ?? []
  if (!body || !time || !hex || Math.abs(now - Number(time)) > SIGNED_FOR_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'))
}
