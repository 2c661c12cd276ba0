import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'

const ANSWER_MS = 300
const LONGEST_PAUSE_MS = 5000

/**
 * A Redis that is asked at once or not at all: the caller knows what to do without it.
 * @param without what that means, for the log
 * @returns after the first try to reach it, which goes on by itself
 */
export async function connectRedis(url: string, log: FastifyBaseLogger, without: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (tries) => Math.min(tries * 200, LONGEST_PAUSE_MS),
  })
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) log.error({ err: error }, `Redis does not answer; ${without}`)
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info('Redis answers again')
    isAway = false
  })
  await redis.connect().catch(() => {})
  return redis
}

/** How many visitors and addresses are kept count of; beyond it the one that has been known longest is forgotten. */
const WINDOW_RETENTION = 50_000

type Answer = (error: null, result: { current: number; ttl: number }) => void

/**
 * Counts in this process, for @fastify/rate-limit. Its own store hands out the count itself and not its value: of
 * requests that come together all see the last one's, and all are refused.
 */
export class WindowStore {
  readonly #windows = new Map<string, { count: number; endsAt: number }>()

  incr(key: string, answer: Answer, windowMs: number): void {
    const now = Date.now()
    const known = this.#windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs }
    window.count += 1
    if (window !== known) this.#keep(key, window)
    answer(null, { current: window.count, ttl: window.endsAt - now })
  }

  /** As above, but counts nothing. */
  read(key: string, answer: Answer): void {
    const known = this.#windows.get(key)
    const isOpen = known !== undefined && known.endsAt > Date.now()
    answer(null, isOpen ? { current: known.count, ttl: known.endsAt - Date.now() } : { current: 0, ttl: 0 })
  }

  /** One for all limits: their names are in the keys. */
  child(): this {
    return this
  }

  #keep(key: string, window: { count: number; endsAt: number }): void {
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > WINDOW_RETENTION && oldest !== undefined) this.#windows.delete(oldest)
  }
}
