import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { createOnePerTick } from '#server/infra/scheduling.ts'

import type { Answer as PlainAnswer } from './plain-answers.ts'
import { createClientLimit, createRequestQueue, type QueuedRequest } from './request-queue.ts'

/** Returns whether it sent a response; if not, the next handler gets the request. */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Handles requests before Fastify does. Those that it responds to cost none of Fastify's work. */
export interface RequestInterceptor {
  answerImage: Answer
  answer: Answer
  shed: PlainAnswer
  refuseWithoutHost: PlainAnswer
  isUnderPressure: () => boolean
  release: (request: IncomingMessage) => void
  status: () => LoadStatus
  serverFactory: (
    handler: (request: IncomingMessage, response: ServerResponse) => void,
    options: ServerOptions,
  ) => Server
}

export interface LoadStatus {
  active: number
  waiting: number
  /** Those whose response has not ended, without files and cached responses. */
  unanswered: number
  shed: number
}

interface ServerOptions {
  http?: object
  keepAliveTimeout?: number
  requestTimeout?: number
}

interface RequestInterceptorOptions {
  clientOf?: (request: IncomingMessage) => string
  writeTimeoutMs?: number
}

/** More at once would not be faster, and a cached page would wait for all of them. */
const MAX_ACTIVE = 4
/** A client may have a quarter of them. */
const MAX_WAITING = 1024
/** A request that has not begun to respond by then waits for Medusa or the database, and releases its slot. */
const SLOT_MS = 500
/** Each occupies tens of kilobytes, mostly while it waits for Medusa. */
const MAX_UNANSWERED = 600
const MAX_UNANSWERED_FILES = 2000
/** 503 responses in one iteration of the event loop. They take a millisecond or two. */
const SHED_AT_ONCE = 32
const WRITE_TIMEOUT_MS = 30_000

/** Never shed, because orchestrators must not take a busy process for a dead one. */
const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/
const FILE = /^\/(?:assets|_app|_image|_media)\//

export function createRequestInterceptor(options: RequestInterceptorOptions = {}): RequestInterceptor {
  const { clientOf: nameOf = () => '', writeTimeoutMs = WRITE_TIMEOUT_MS } = options
  const isUnderPressure = (): boolean => interceptor.isUnderPressure()
  const queue = createRequestQueue({
    maxActive: MAX_ACTIVE,
    maxWaiting: MAX_WAITING,
    slotMs: SLOT_MS,
    isUnderPressure,
  })
  const files = createOnePerTick()
  const unansweredFiles = createClientLimit(MAX_UNANSWERED_FILES)
  const unanswered = createClientLimit(MAX_UNANSWERED)
  const pipeline = createPipelineLimit()
  const queued = new WeakMap<IncomingMessage, QueuedRequest>()
  const computing = new WeakMap<object, number>()
  const refused: [IncomingMessage, ServerResponse][] = []
  let shed = 0

  /** Many refusals in one iteration would block the event loop. */
  function shedSoon(request: IncomingMessage, response: ServerResponse): void {
    shed += 1
    refused.push([request, response])
    if (refused.length === 1) setImmediate(shedNext)
  }

  function shedNext(): void {
    for (const [request, response] of refused.splice(0, SHED_AT_ONCE)) {
      if (!response.destroyed) interceptor.shed(request, response)
    }
    if (refused.length > 0) setImmediate(shedNext)
  }

  const interceptor: RequestInterceptor = {
    answerImage: () => false,
    answer: () => false,
    shed: answerBare(503),
    refuseWithoutHost: answerBare(400),
    isUnderPressure: () => false,
    release(request) {
      const entry = queued.get(request)
      if (entry) queue.release(entry)
    },
    status: () => ({ active: queue.active, waiting: queue.waiting, unanswered: unanswered.size, shed }),
    serverFactory(handler, { http, keepAliveTimeout, requestTimeout }) {
      function handle(request: IncomingMessage, response: ServerResponse): void {
        const { socket } = request
        computing.set(socket, (computing.get(socket) ?? 0) + 1)
        response.once('close', () => {
          computing.set(socket, (computing.get(socket) ?? 1) - 1)
          interceptor.release(request)
        })
        handler(request, response)
      }

      function begin(client: string, request: IncomingMessage, response: ServerResponse): void {
        if (!unanswered.add(client)) {
          interceptor.release(request)
          return shedSoon(request, response)
        }
        response.once('close', () => unanswered.remove(client))
        handle(request, response)
      }

      function enqueue(request: IncomingMessage, response: ServerResponse): void {
        const client = nameOf(request)
        if (FILE.test(request.url ?? '')) {
          if (!unansweredFiles.add(client)) return shedSoon(request, response)
          response.once('close', () => unansweredFiles.remove(client))
          return files(() => response.destroyed || handle(request, response))
        }
        // A request with a body does not wait: the server would not notice that its client disconnects.
        if (request.method !== 'GET' && request.method !== 'HEAD') return begin(client, request, response)
        const isGone = (): boolean => response.destroyed || request.socket.destroyed
        const shedThis = (): void => shedSoon(request, response)
        const entry: QueuedRequest = { client, isGone, shed: shedThis, begin: () => begin(client, request, response) }
        queued.set(request, entry)
        queue.add(entry)
      }

      function receive(request: IncomingMessage, response: ServerResponse): void {
        // A response has no socket yet only if it follows another response on the same connection.
        if (response.socket === null && !pipeline.accepts(request.socket, response)) return
        if (request.headers.host === undefined && request.httpVersion === '1.1') {
          return interceptor.refuseWithoutHost(request, response)
        }
        if (interceptor.answerImage(request, response) || interceptor.answer(request, response)) return
        if (HEALTH.test(request.url ?? '')) handle(request, response)
        else enqueue(request, response)
      }

      // Node's own responses to a request without Host or with an unknown `Expect` have none of our headers. A server
      // may ignore `Expect` (RFC 9110 section 10.1.1).
      const server = createServer({ ...http, requireHostHeader: false }, receive).on('checkExpectation', receive)
      // Fastify sets this on a server that it creates itself.
      server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout
      server.requestTimeout = requestTimeout ?? server.requestTimeout
      closeUnreadConnections(server, writeTimeoutMs, (socket) => (computing.get(socket) ?? 0) > 0)
      return server
    },
  }
  return interceptor
}

function answerBare(status: number): PlainAnswer {
  return (_request, response) => {
    response.writeHead(status, ['cache-control', 'no-store', 'content-length', '0'])
    response.end()
  }
}

/** Browsers and proxies send one at a time. */
const MAX_PIPELINED = 8

/**
 * `accepts` is called for a request while an earlier one on its connection has no response. False if the connection was
 * closed.
 */
function createPipelineLimit(): { accepts: (socket: Socket, response: ServerResponse) => boolean } {
  const queued = new WeakMap<Socket, number>()
  return {
    accepts(socket, response) {
      // The parser delivers the rest of what it has read, even if the connection was closed in the meantime.
      if (socket.destroyed) return false
      const count = (queued.get(socket) ?? 0) + 1
      if (count >= MAX_PIPELINED) {
        socket.destroy()
        return false
      }
      queued.set(socket, count)
      response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
      return true
    },
  }
}

/** A response that is not written yet has no time limit. `timeoutMs` is without progress of a write. */
function closeUnreadConnections(server: Server, timeoutMs: number, isComputing: (socket: Socket) => boolean): void {
  // Node restarts this timer when bytes were sent. Between two requests it is the keep-alive timeout.
  server.timeout = timeoutMs
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0 || !isComputing(socket)) socket.destroy()
  })
}
