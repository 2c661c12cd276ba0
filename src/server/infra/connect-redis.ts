import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

const ANSWER_MS = 300
const MAX_PAUSE_MS = 5000

/**
 * While Redis is down, commands fail within 300 ms. `fallback` names what the caller does then, for the log. Returns
 * after the first attempt, which may have failed.
 */
export async function connectRedis(url: string, log: FastifyBaseLogger, fallback: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (tries) => Math.min(tries * 200, MAX_PAUSE_MS),
  })
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) log.error({ event: 'redis.down', err: error }, `Redis does not respond; ${fallback}`)
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info({ event: 'redis.restored' }, 'Redis responds again')
    isAway = false
  })
  await redis.connect().catch(() => {})
  return redis
}

/** Of one limit, so that a flood of it leaves the counters of the others. */
const MAX_COUNTERS = 20_000

type Answer = (error: null, result: { current: number; ttl: number }) => void

/**
 * The plugin's own store returns the counter instead of its value: concurrent requests would all see the last value.
 */
export class WindowStore {
  /** Created late, because it reserves memory for all counters. */
  #counters: LRUCache<string, { count: number }> | undefined

  incr(key: string, answer: Answer, windowMs: number): void {
    this.#counters ??= new LRUCache({
      max: MAX_COUNTERS,
      ttlResolution: 0,
      perf: { now: () => Date.now() },
    })
    let counter = this.#counters.get(key)
    if (!counter) {
      counter = { count: 0 }
      this.#counters.set(key, counter, { ttl: windowMs })
    }
    counter.count += 1
    answer(null, { current: counter.count, ttl: this.#counters.getRemainingTTL(key) })
  }

  read(key: string, answer: Answer): void {
    const counter = this.#counters?.get(key)
    answer(null, { current: counter?.count ?? 0, ttl: counter ? (this.#counters?.getRemainingTTL(key) ?? 0) : 0 })
  }

  child(): WindowStore {
    return new WindowStore()
  }
}
