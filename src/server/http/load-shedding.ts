import { getHeapStatistics } from 'node:v8'

import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { MESSAGES } from './errors.ts'
import { HttpError } from './http-error.ts'
import { createPlainAnswer } from './plain-answers.ts'
import type { LoadStatus, RequestInterceptor } from './request-interceptor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    load: {
      release: (request: FastifyRequest) => void
      status: () => LoadStatus
    }
  }
}

const RETRY_SECONDS = 5
const LOG_MS = 10_000
/** An iteration takes a few milliseconds, so a delay of a second means an overloaded process. */
const MAX_EVENT_LOOP_DELAY_MS = 1000
/** Above this share, V8 spends most of its time on garbage collection. */
const MAX_HEAP_SHARE = 0.9
const SAMPLE_MS = 500
const WAITS_FOR_BACKEND =
  /^\/api\/(?:account|carts|orders|drop-a-hint|back-in-stock|email-subscribe|visitor\/delivery|_internal)(?:\/|$)/

interface LoadSheddingOptions {
  entry: RequestInterceptor
  headers: Record<string, string>
}

/** Responds with 503 before memory or health checks suffer. Cached pages and health checks are never refused. */
export const loadShedding = fp(
  async function loadShedding(app: FastifyInstance, { entry, headers }: LoadSheddingOptions) {
    const { translate, log } = app
    await app.register(underPressure, {
      maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
      maxHeapUsedBytes: getHeapStatistics().heap_size_limit * MAX_HEAP_SHARE,
      sampleInterval: SAMPLE_MS,
      // The request queue sheds requests instead: a request that has begun gets its response.
      pressureHandler: () => {},
    })
    entry.isUnderPressure = () => app.isUnderPressure()
    entry.shed = createPlainAnswer({
      status: 503,
      headers: { ...headers, 'retry-after': String(RETRY_SECONDS) },
      message: (locale, kind) => {
        const hint = { page: MESSAGES.busyPage, form: MESSAGES.busyForm, call: MESSAGES.busyCall }[kind]
        return [translate(locale, MESSAGES.busy), translate(locale, hint, { seconds: RETRY_SECONDS })]
      },
      refreshSeconds: RETRY_SECONDS,
      details: { retryAfterSeconds: RETRY_SECONDS },
    })
    entry.refuseWithoutHost = createPlainAnswer({
      status: 400,
      headers,
      message: (locale) => [translate(locale, MESSAGES.withoutHost)],
    })
    app.decorate('load', { release: ({ raw }) => entry.release(raw), status: entry.status })

    app.addHook('onRequest', (request, _reply, done) => {
      if (WAITS_FOR_BACKEND.test(request.routeOptions.url ?? '')) entry.release(request.raw)
      done()
    })
    // The work is done now, however slowly the client reads the response.
    app.addHook('onSend', (request, _reply, payload, done) => {
      entry.release(request.raw)
      done(null, payload)
    })

    let logged = 0
    const logging = setInterval(() => {
      const status = entry.status()
      if (status.shed > logged)
        log.warn(
          { event: 'http.load_shed', ...status, shed: status.shed - logged },
          'the server was overloaded; requests were answered with 503',
        )
      logged = status.shed
    }, LOG_MS).unref()
    app.addHook('onClose', async () => clearInterval(logging))
  },
  { name: 'load-shedding', dependencies: ['translations'] },
)

/** No browser sends compressed bodies. PostgreSQL cannot store texts with half a surrogate pair or NUL. */
export const requestEncoding = fp(
  async function requestEncoding(app: FastifyInstance) {
    app.addHook('preHandler', (request, _reply, done) => {
      const field = brokenField(request.body)
      if (field === undefined) return done()
      const fields = { [field]: MESSAGES.brokenText }
      done(new HttpError(400, { message: MESSAGES.brokenField, values: { field }, fields, details: field }))
    })
    app.addHook('onRequest', (request, reply, done) => {
      const encoding = request.headers['content-encoding']
      if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return done()
      reply.header('connection', 'close').header('accept-encoding', 'identity')
      done(new HttpError(415, { message: MESSAGES.encoded }))
    })
  },
  { name: 'request-encoding' },
)

function brokenField(body: unknown): string | undefined {
  // Not recursive: a body may be nested 30,000 deep.
  const waiting: [path: string, value: unknown][] = [['', body]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !isStorable(value)) return path || 'body'
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return path || 'body'
      waiting.push([path ? `${path}.${name}` : name, inner])
    }
  }
  return undefined
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
