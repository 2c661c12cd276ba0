import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'

import { backendSigningKey } from '#server/config.ts'
import { createKeyring, deriveKey, type Keyring } from '#server/keys.ts'

import { MESSAGES } from './errors.ts'
import { loggedNetwork } from './request-log.ts'

const SIGNATURE_HEADER = 'x-lumenite-signature'
const SIGNED_FOR_SECONDS = 300
/** For the operator, in case the call came from the backend. */
const FAULTS = {
  unsigned: 'A call of the backend bears no signature: look whether a proxy before the storefront takes headers away.',
  foreign:
    'A call of the backend is signed with another key: look whether BACKEND_SIGNING_KEY, or else SECRET, is the same for both.',
  late: 'A call of the backend was signed at another time: look whether the clocks of both agree.',
} as const

/** Rejected calls are logged, since emails may be lost with them. */
export function addSignedHooks(app: FastifyInstance): void {
  // A backend that was not restarted yet signs with a former key.
  const formerKeys = app.config.formerSecrets.map((former) => deriveKey(former, 'backend-calls'))
  const keys = createKeyring(backendSigningKey(app.config), ...formerKeys)
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
    warnSeldom(app.log, FAULTS[fault], {
      event: 'http.signed_call_refused',
      path: request.routeOptions.url,
      remoteAddress: loggedNetwork(request.ip),
    })
    const message = app.translate(request.visitor.locale, MESSAGES.unclear)
    await reply
      .code(401)
      .send({ statusCode: 401, message, details: `${SIGNATURE_HEADER} is missing, wrong or too old` })
  })
}

/** @param header `t=<unix seconds>,v1=<hex hmac-sha256 of "<t>.<body>">` */
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

/** The backend retries, and anyone can send unsigned calls. */
const LOG_AGAIN_MS = 600_000

const loggedTo = new WeakMap<FastifyBaseLogger, Map<string, number>>()

function warnSeldom(log: FastifyBaseLogger, message: string, facts: object): void {
  const loggedAt = loggedTo.get(log) ?? new Map<string, number>()
  loggedTo.set(log, loggedAt)
  if (Date.now() - (loggedAt.get(message) ?? -Infinity) < LOG_AGAIN_MS) return
  loggedAt.set(message, Date.now())
  log.warn(facts, message)
}
