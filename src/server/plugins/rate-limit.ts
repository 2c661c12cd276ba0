import { createHmac } from 'node:crypto'

import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { connectRedis } from '#server/limits/connect-redis.ts'
import { WindowStore } from '#server/limits/window-store.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { SENTENCES } from '#server/refusals/sentences.ts'

/** So many in so many seconds. */
export interface Limit {
  /** Tells one limit from another; what is counted under the same name is counted together. */
  name: string
  max: number
  seconds: number
}

/**
 * Counts one more, and tells one who is over the limit when to come back.
 * @param key whose it is, such as an address; without one, the visitor's own network address
 * @throws Refusal
 */
export interface Count {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  (request: FastifyRequest, reply: FastifyReply, key: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A limit to count against: as a hook (`onRequest: app.limit({…})`), or where a key is known. */
    limit: (limit: Limit) => Count
  }
}

const WITHOUT = 'each process counts for itself'

type Check = ReturnType<FastifyInstance['createRateLimit']>

/** Limits, counted together by all processes that share a Redis; while it is down, by each for itself. */
export const rateLimit = fp(
  async function rateLimit(app: FastifyInstance) {
    const redis = app.config.redisUrl ? await connectRedis(app.config.redisUrl, app.log, WITHOUT) : undefined
    if (redis) app.addHook('onClose', async () => redis.disconnect())
    const createAlone = await roomFor(app, { store: WindowStore })
    const createShared = redis && (await roomFor(app, { redis, nameSpace: 'lumenite:limit:' }))

    app.decorate('limit', (limit) => {
      const keys = new WeakMap<FastifyRequest, string>()
      const options = { max: limit.max, timeWindow: limit.seconds * 1000, keyGenerator }
      const alone = createAlone(options)
      const shared = createShared?.(options)

      /** Redis may be read by others: it is told no address. */
      function keyGenerator(request: FastifyRequest): string {
        const key = keys.get(request) ?? networkOf(request)
        const hidden = createHmac('sha256', app.config.secret).update(key).digest('base64url')
        return `${limit.name}:${hidden}`
      }

      // A hook is given a third thing, too, which is no key, and may not name it.
      return async function count(request: FastifyRequest, reply: FastifyReply, ...[key]: unknown[]) {
        if (typeof key === 'string') keys.set(request, key)
        const answer = await (shared ? shared(request).catch(() => alone(request)) : alone(request))
        if (answer.isAllowed || !answer.isExceeded) return
        const seconds = Math.max(1, answer.ttlInSeconds)
        reply.header('retry-after', seconds)
        throw new Refusal(429, {
          sentence: SENTENCES.tooMany,
          details: { limit: limit.name, retryAfterSeconds: seconds },
        })
      }
    })
  },
  { name: 'rate-limit' },
)

/** The plugin twice, each in a room of its own, since it keeps one store. */
async function roomFor(app: FastifyInstance, store: object): Promise<(options: object) => Check> {
  let create: ((options: object) => Check) | undefined
  await app.register(async (room) => {
    await room.register(fastifyRateLimit, { global: false, ...store })
    create = (options) => room.createRateLimit(options)
  })
  if (!create) throw new Error('The limits were not made.')
  return create
}

/** A household has a whole network of IPv6 addresses, and one limit. */
export function networkOf({ ip }: FastifyRequest): string {
  return fastifyRateLimit.normalizeIP(ip)
}
