import { createHmac, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { SENTENCES } from '#server/refusals/sentences.ts'

const SIGNATURE_HEADER = 'x-lumenite-signature'
const SIGNED_FOR_SECONDS = 300

/** Manners of every call that the backend makes: signed with our secret, and never kept. */
export function addSignedManners(app: FastifyInstance): void {
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

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.addHook('preValidation', async (request, reply) => {
    const header = request.headers[SIGNATURE_HEADER]
    if (isSigned(raw.get(request), header, app.config.secret, Date.now() / 1000)) return
    const message = app.translate(request.visitor.locale, SENTENCES.unclear)
    await reply
      .code(401)
      .send({ statusCode: 401, message, details: `${SIGNATURE_HEADER} is missing, wrong or too old` })
  })
}

/**
 * @param header `t=<unix seconds>,v1=<hex hmac-sha256 of "<t>.<body>">`
 * @param now unix seconds
 */
function isSigned(
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
