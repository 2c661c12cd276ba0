import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import proxyAddr from '@fastify/proxy-addr'
import fastifyRateLimit from '@fastify/rate-limit'

import type { Config } from '#server/config.ts'
import { createOnePerTick } from '#server/infra/scheduling.ts'

import type { Answer as PlainAnswer } from './plain-answers.ts'

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
  const { clientOf: nameOf = () => '', writeTimeoutMs = WRITE_TIMEOUT_MS } = options
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

  /** Answers with 503 in batches: many refusals in one iteration would block the event loop. */
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
        const client = nameOf(request)
        if (FILE.test(request.url ?? '')) {
          if (!unansweredFiles.add(client)) return shedSoon(request, response)
          response.once('close', () => unansweredFiles.remove(client))
          return files(() => response.destroyed || handle(request, response))
        }
        // A request with a body is handled at once: if it waited, a disconnect of its client would go unnoticed.
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

/** The response until the translations are loaded. */
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

/** A request that is waiting, or is being handled. */
export interface QueuedRequest {
  /** The client that sent it. Clients get equal shares. */
  client: string
  /** Starts to handle it. */
  begin: () => void
  /** Answers it with 503. */
  shed: () => void
  /** Whether its client has disconnected. */
  isGone: () => boolean
}

interface RequestQueue {
  /** Begins a request now or later, or sheds it or another one. */
  add(request: QueuedRequest): void
  /**
   * Gives a slot back: the answer begins, or the request waits for another server and not for our processor.
   * Does nothing for a request that has no slot.
   */
  release(request: QueuedRequest): void
  readonly active: number
  readonly waiting: number
}

export interface RequestQueueOptions {
  /** How many requests are computed at once. */
  maxActive: number
  maxWaiting: number
  /** A request that has not answered after so many milliseconds waits for something else; its slot is given back. */
  slotMs: number
  /** While this is true no request waits for a slot: one that finds none free is shed. */
  isUnderPressure?: () => boolean
}

/**
 * A bounded, fair queue for requests that cost processor time. It begins at most one request in each iteration of the
 * event loop, so that cheap answers are sent in between. It serves clients in round-robin order, so that a client with
 * a thousand requests delays another one by a single request. When the queue is full, the newest request of the client with the most
 * waiting requests is shed.
 */
export function createRequestQueue(options: RequestQueueOptions): RequestQueue {
  const { maxActive, maxWaiting, slotMs, isUnderPressure = () => false } = options
  /** By client. The order of the map is the round-robin order. */
  const queues = new Map<string, QueuedRequest[]>()
  const active = new Map<QueuedRequest, NodeJS.Timeout>()
  let waiting = 0
  let hasBegunInIteration = false
  let isScheduled = false

  function start(request: QueuedRequest): void {
    hasBegunInIteration = true
    active.set(request, setTimeout(release, slotMs, request).unref())
    schedule()
    request.begin()
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startNext)
  }

  function startNext(): void {
    isScheduled = false
    hasBegunInIteration = false
    const next = active.size < maxActive ? takeNext() : undefined
    if (next) start(next)
  }

  function takeNext(): QueuedRequest | undefined {
    for (const [client, requests] of queues) {
      const request = requests.shift()
      queues.delete(client)
      // The client's next request comes after those of all other clients.
      if (requests.length > 0) queues.set(client, requests)
      if (!request) continue
      waiting -= 1
      if (!request.isGone()) return request
    }
    return undefined
  }

  function release(request: QueuedRequest): void {
    const timer = active.get(request)
    if (timer === undefined) return
    clearTimeout(timer)
    active.delete(request)
    if (waiting > 0) schedule()
  }

  function shedNewestOfLongest(request: QueuedRequest): void {
    const own = queues.get(request.client)?.length ?? 0
    let longest: [client: string, requests: QueuedRequest[]] | undefined
    for (const entry of queues) if (entry[1].length > (longest?.[1].length ?? own)) longest = entry
    const newest = longest?.[1].pop()
    if (!newest) return request.shed()
    waiting -= 1
    push(request)
    newest.shed()
  }

  function push(request: QueuedRequest): void {
    const requests = queues.get(request.client)
    if (requests) requests.push(request)
    else queues.set(request.client, [request])
    waiting += 1
  }

  return {
    add(request) {
      if (!hasBegunInIteration && waiting === 0 && active.size < maxActive) return start(request)
      if (active.size >= maxActive && isUnderPressure()) request.shed()
      else if (waiting < maxWaiting) push(request)
      else shedNewestOfLongest(request)
    },
    release,
    get active() {
      return active.size
    },
    get waiting() {
      return waiting
    },
  }
}

interface UnansweredRequests {
  /** @returns false if the client, or all clients together, have too many; otherwise it is counted until `remove` */
  add(client: string): boolean
  remove(client: string): void
  readonly size: number
}

/**
 * Counts requests from their beginning to the end of their answers.
 * @param max of all clients; one may have a quarter. When it is reached, a client that has none may still have one, up to
 * twice the maximum: no few clients can keep all others out.
 */
export function createUnansweredRequests(max: number): UnansweredRequests {
  const byClient = new Map<string, number>()
  let size = 0
  return {
    add(client) {
      const own = byClient.get(client) ?? 0
      const most = size < max ? max / 4 : 1
      if (own >= most || size >= max * 2) return false
      byClient.set(client, own + 1)
      size += 1
      return true
    },
    remove(client) {
      const own = byClient.get(client) ?? 0
      if (own > 1) byClient.set(client, own - 1)
      else byClient.delete(client)
      size -= 1
    },
    get size() {
      return size
    },
  }
}

/** Whether the forwarded headers of an address are trusted; `hop` is 0 for the address that is connected to us. */
type TrustProxy = (address: string, hop: number) => boolean

/** The setting TRUST_PROXY as a function; Fastify and the request queue use the same one. */
export function createTrustProxy(trustProxy: Config['trustProxy']): TrustProxy {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
}

/**
 * Tells clients apart as the rate limits do: by network address, an IPv6 network of 64 bits as one.
 * @returns '' for a client that has disconnected
 */
export function clientOf(request: IncomingMessage, trust: TrustProxy): string {
  const address = request.socket.remoteAddress === undefined ? undefined : proxyAddr(request, trust)
  return address === undefined ? '' : networkOf(address)
}

/** The network that is counted as one client. @param address IPv4 or IPv6 */
export function networkOf(address: string): string {
  return fastifyRateLimit.normalizeIP(address)
}
