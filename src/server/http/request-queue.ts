import PQueue from 'p-queue'

import { createOnePerTick } from '#server/infra/scheduling.ts'

export interface QueuedRequest {
  client: string
  begin: () => void
  shed: () => void
  isGone: () => boolean
}

export interface RequestQueueOptions {
  maxActive: number
  maxWaiting: number
  /** After it, a request without a response waits for something else, and releases its slot. */
  slotMs: number
  isUnderPressure?: () => boolean
}

/** The more requests of a client wait, the later its next one begins, so that a thousand of one delay another by few. */
export function createRequestQueue(options: RequestQueueOptions) {
  const { maxActive, maxWaiting, slotMs, isUnderPressure = () => false } = options
  const queue = new PQueue({ concurrency: maxActive })
  const waiting = createClientLimit(maxWaiting)
  // Cheap responses are sent in between.
  const onePerTick = createOnePerTick()
  const releases = new WeakMap<QueuedRequest, () => void>()

  async function run(request: QueuedRequest): Promise<void> {
    waiting.remove(request.client)
    if (request.isGone()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    releases.set(request, resolve)
    const timer = setTimeout(resolve, slotMs).unref()
    onePerTick(request.begin)
    await promise
    clearTimeout(timer)
  }

  return {
    /** Begins a request now or later, or sheds it. */
    add(request: QueuedRequest) {
      const isTooMuch = queue.pending >= maxActive && isUnderPressure()
      if (isTooMuch || !waiting.add(request.client)) return request.shed()
      void queue.add(() => run(request), { priority: -waiting.of(request.client) })
    },
    release: (request: QueuedRequest) => releases.get(request)?.(),
    get active() {
      return queue.pending
    },
    get waiting() {
      return queue.size
    },
  }
}

/**
 * One client may have a quarter of `max`. Beyond it, a client without requests may still have one, up to twice the
 * maximum, so that a few clients cannot block all others.
 */
export function createClientLimit(max: number) {
  const byClient = new Map<string, number>()
  let size = 0
  const of = (client: string) => byClient.get(client) ?? 0
  return {
    of,
    add(client: string) {
      const most = size < max ? max / 4 : 1
      if (of(client) >= most || size >= max * 2) return false
      byClient.set(client, of(client) + 1)
      size += 1
      return true
    },
    remove(client: string) {
      if (of(client) > 1) byClient.set(client, of(client) - 1)
      else byClient.delete(client)
      size -= 1
    },
    get size() {
      return size
    },
  }
}
