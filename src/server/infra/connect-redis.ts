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
