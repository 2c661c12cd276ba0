import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'

import { backendSigningKey } from '#server/config.ts'
import { createKeyring, type Keyring } from '#server/keys.ts'

import { MESSAGES } from './errors.ts'
import { loggedNetwork } from './request-log.ts'

const SIGNATURE_HEADER = 'x-lumenite-signature'
const SIGNED_FOR_SECONDS = 300
/** What the operator has to look at, where it was the backend that called. */
const FAULTS = {
  unsigned: 'A call of the backend bears no signature: look whether a proxy before the storefront takes headers away.',
  foreign:
    'A call of the backend is signed with another key: look whether BACKEND_SIGNING_KEY, or else SECRET, is the same for both.',
  late: 'A call of the backend was signed at another time: look whether the clocks of both agree.',
} as const

/**
 * Manners of every call that the backend makes: signed with the key that we share, and never kept. What is refused is
 * said in the log, since it may cost letters.
 */
export function addSignedHooks(app: FastifyInstance): void {
  // A backend of an earlier version signs with SECRET itself.
  const keys = createKeyring(backendSigningKey(app.config), app.config.secret)
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
    const fault = faultOf(raw.get(request), header, keys, Date.now() / 1000)
    if (!fault) return
    warnSeldom(app.log, FAULTS[fault], { path: request.routeOptions.url, remoteAddress: loggedNetwork(request.ip) })
    const message = app.translate(request.visitor.locale, MESSAGES.unclear)
    await reply
      .code(401)
      .send({ statusCode: 401, message, details: `${SIGNATURE_HEADER} is missing, wrong or too old` })
  })
}

/**
 * @param header `t=<unix seconds>,v1=<hex hmac-sha256 of "<t>.<body>">`
 * @param now unix seconds
 * @returns undefined where the call is the backend's, and of this moment
 */
function faultOf(
  body: Buffer | undefined,
  header: string | string[] | undefined,
  keys: Keyring,
  now: number,
): keyof typeof FAULTS | undefined {
  const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header ?? '')) ?? []
  if (!body || !time || !hex) return 'unsigned'
  const signed = Buffer.concat([Buffer.from(`${time}.`), body])
  if (!keys.verify(signed, Buffer.from(hex, 'hex'))) return 'foreign'
  return Math.abs(now - Number(time)) > SIGNED_FOR_SECONDS ? 'late' : undefined
}

/** The backend tries again and again, and so may anybody else. */
const LOG_AGAIN_MS = 600_000

const loggedTo = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/**
 * Warns the operator, of one thing at most once in ten minutes. @param facts told besides; they may differ each time
 */
export function warnSeldom(log: FastifyBaseLogger, message: string, facts: object): void {
  const loggedAt = loggedTo.get(log) ?? new Map<string, number>()
  loggedTo.set(log, loggedAt)
  if (Date.now() - (loggedAt.get(message) ?? -Infinity) < LOG_AGAIN_MS) return
  loggedAt.set(message, Date.now())
  log.warn(facts, message)
}
