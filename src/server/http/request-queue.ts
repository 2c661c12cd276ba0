import type { IncomingMessage } from 'node:http'

import proxyAddr from '@fastify/proxy-addr'
import fastifyRateLimit from '@fastify/rate-limit'

import type { Config } from '#server/config.ts'

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
