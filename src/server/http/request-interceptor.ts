import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { createOnePerTick } from '#server/infra/scheduling.ts'

import type { Answer as PlainAnswer } from './plain-answers.ts'
import { createRequestQueue, createUnansweredRequests, type QueuedRequest } from './request-queue.ts'

/** Answers a request, or leaves it to the next handler. @returns whether it was answered */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** What meets a request before the framework does: what it answers costs none of the framework's work. */
export interface RequestInterceptor {
  /** Who answers with images first; no one until someone is named. */
  answerImage: Answer
  /** Who answers with pages first. */
  answer: Answer
  /** Answers with 503 what is too much at the moment. */
  shed: PlainAnswer
  /** Answers with 400 what names no Host. */
  refuseWithoutHost: PlainAnswer
  /** Whether the process is short of time or memory: then no request waits. */
  isUnderPressure: () => boolean
  /** Gives the slot of a request back, which waits for another server, or whose answer begins. */
  release: (request: IncomingMessage) => void
  status: () => LoadStatus
  /** To be handed to the framework, with its own options. */
  serverFactory: (
    handler: (request: IncomingMessage, response: ServerResponse) => void,
    options: ServerOptions,
  ) => Server
}

/** How busy a process is. */
export interface LoadStatus {
  /** Requests that are being computed. */
  active: number
  /** Requests that wait for that. */
  waiting: number
  /** Requests whose answer has not ended, without files and cached answers. */
  unanswered: number
  /** Requests that were answered with 503 since the start. */
  shed: number
}

interface ServerOptions {
  http?: object
  keepAliveTimeout?: number
  requestTimeout?: number
}

interface RequestInterceptorOptions {
  /** Tells clients apart. */
  clientOf?: (request: IncomingMessage) => string
  /** A connection whose client takes nothing of an answer for so long is closed. */
  writeTimeoutMs?: number
}

/** More at once make nothing faster, and let a cached page wait for all of them. */
const MAX_ACTIVE = 4
/** About a second of work for one core. */
const MAX_WAITING = 256
/** Half a second: what has not begun to answer by then waits for Medusa or for the database. */
const SLOT_MS = 500
/** Each holds tens of kilobytes, mostly while it waits for Medusa. */
const MAX_UNANSWERED = 600
const MAX_UNANSWERED_FILES = 2000
/** Answers with 503 in one iteration of the event loop: a millisecond or two. */
const SHED_AT_ONCE = 32
const WRITE_TIMEOUT_MS = 30_000

/** Orchestrators ask these, and must not take a busy process for a dead one. */
const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/
/** Files cost little; the making of images has a queue of its own. */
const FILE = /^\/(?:assets|_app|_image)\//

export function createRequestInterceptor(options: RequestInterceptorOptions = {}): RequestInterceptor {
  const { clientOf = () => '', writeTimeoutMs = WRITE_TIMEOUT_MS } = options
  const isUnderPressure = (): boolean => interceptor.isUnderPressure()
  const queue = createRequestQueue({
    maxActive: MAX_ACTIVE,
    maxWaiting: MAX_WAITING,
    slotMs: SLOT_MS,
    isUnderPressure,
  })
  const files = createOnePerTick()
  const unansweredFiles = createUnansweredRequests(MAX_UNANSWERED_FILES)
  const unanswered = createUnansweredRequests(MAX_UNANSWERED)
  const pipeline = createPipelineLimit()
  const queued = new WeakMap<IncomingMessage, QueuedRequest>()
  const computing = new WeakMap<object, number>()
  const refused: [IncomingMessage, ServerResponse][] = []
  let shed = 0

  /** Refuses a request soon: a crowd that is refused at one moment would hold up everything else. */
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
      /** Handles a request, and keeps its connection open until it has an answer. */
      function handle(request: IncomingMessage, response: ServerResponse): void {
        const { socket } = request
        computing.set(socket, (computing.get(socket) ?? 0) + 1)
        response.once('close', () => {
          computing.set(socket, (computing.get(socket) ?? 1) - 1)
          interceptor.release(request)
        })
        handler(request, response)
      }

      /** Handles a request, unless too many have no answer yet. */
      function begin(client: string, request: IncomingMessage, response: ServerResponse): void {
        if (!unanswered.add(client)) {
          interceptor.release(request)
          return shedSoon(request, response)
        }
        response.once('close', () => unanswered.remove(client))
        handle(request, response)
      }

      function enqueue(request: IncomingMessage, response: ServerResponse): void {
        const client = clientOf(request)
        if (FILE.test(request.url ?? '')) {
          if (!unansweredFiles.add(client)) return shedSoon(request, response)
          response.once('close', () => unansweredFiles.remove(client))
          return files(() => response.destroyed || handle(request, response))
        }
        // What comes with a body is listened to at once: of one who goes meanwhile it would never be heard.
        if (request.method !== 'GET' && request.method !== 'HEAD') return begin(client, request, response)
        const isGone = (): boolean => response.destroyed || request.socket.destroyed
        const shedThis = (): void => shedSoon(request, response)
        const entry: QueuedRequest = { client, isGone, shed: shedThis, begin: () => begin(client, request, response) }
        queued.set(request, entry)
        queue.add(entry)
      }

      function receive(request: IncomingMessage, response: ServerResponse): void {
        // Only a response behind another one of its connection has no socket yet.
        if (response.socket === null && !pipeline.accepts(request.socket, response)) return
        if (request.headers.host === undefined && request.httpVersion === '1.1') {
          return interceptor.refuseWithoutHost(request, response)
        }
        if (interceptor.answerImage(request, response) || interceptor.answer(request, response)) return
        if (HEALTH.test(request.url ?? '')) handle(request, response)
        else enqueue(request, response)
      }

      // Node's own answers have none of our headers: to a request without Host, and to an `Expect` that it does not
      // know, which a server may ignore (RFC 9110 section 10.1.1).
      const server = createServer({ ...http, requireHostHeader: false }, receive).on('checkExpectation', receive)
      // What the framework sets on a server that it makes itself.
      server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout
      server.requestTimeout = requestTimeout ?? server.requestTimeout
      closeUnreadConnections(server, writeTimeoutMs, (socket) => (computing.get(socket) ?? 0) > 0)
      return server
    },
  }
  return interceptor
}

/** Until the plugins are there that know the words. */
function answerBare(status: number): PlainAnswer {
  return (_request, response) => {
    response.writeHead(status, ['cache-control', 'no-store', 'content-length', '0'])
    response.end()
  }
}

/** A client that pipelines may have so many requests without an answer; browsers and proxies send one at a time. */
const MAX_PIPELINED = 8

/**
 * Limits what one connection may hold.
 * @returns `accepts`, to be asked about each request that comes while an earlier one on its connection has no answer:
 * false if the connection was closed because it had too many of them
 */
function createPipelineLimit(): { accepts: (socket: Socket, response: ServerResponse) => boolean } {
  /** How many responses of a connection wait for the one before them. */
  const queued = new WeakMap<Socket, number>()
  return {
    accepts(socket, response) {
      // The parser hands over what else it has read of a connection that was closed meanwhile.
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

/**
 * Closes connections whose client takes nothing of an answer for a while. An answer that is not written yet has all
 * the time that it needs.
 * @param timeoutMs without progress of a write
 * @param isComputing whether a request on this connection is being handled
 */
function closeUnreadConnections(server: Server, timeoutMs: number, isComputing: (socket: Socket) => boolean): void {
  // Node restarts this timer when bytes have left; between two requests it stands at the keep-alive timeout.
  server.timeout = timeoutMs
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0 || !isComputing(socket)) socket.destroy()
  })
}
