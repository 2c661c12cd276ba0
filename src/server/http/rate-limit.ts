import { createHmac } from 'node:crypto'

import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { connectRedis, WindowStore } from '#server/infra/connect-redis.ts'
import { deriveKey } from '#server/keys.ts'

import { networksOf } from './client-network.ts'
import { MESSAGES } from './errors.ts'
import { HttpError } from './http-error.ts'

export interface Limit {
  /** Limits with the same name are one limit. */
  name: string
  /** For an IPv6 /64 or an IPv4 address; larger networks may send a multiple, see `networksOf`. */
  max: number
  seconds: number
  /** What is counted, if not networks. Each call then passes its key. */
  per?: 'cart' | 'mailbox' | 'account'
  /**
   * More requests of all visitors make the shop crowded: each network may then send only `share` until `seconds` end. A
   * visitor who has sent less is never refused because of others.
   */
  crowd?: { max: number; share: number }
  /** For the visitor. It may contain `{seconds}` or `{minutes}`: the time until the limit ends. */
  message?: string
}

/** Counts one request of `key`, by default of the visitor's networks. Throws HttpError beyond the limit. */
export interface Count {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  (request: FastifyRequest, reply: FastifyReply, key: string): Promise<void>
  /** Like a count, but counts nothing. */
  peek(request: FastifyRequest, reply: FastifyReply, key?: string): Promise<void>
  allows(key: string): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyInstance {
    limit: (limit: Limit) => Count
    limits: readonly Limit[]
  }
}

const WITHOUT = 'each process counts for itself'

type Check = ReturnType<FastifyInstance['createRateLimit']>

/** Shared by all processes through Redis. While Redis is down, each process counts for itself. */
export const rateLimit = fp(
  async function rateLimit(app: FastifyInstance) {
    const redis = app.config.redisUrl ? await connectRedis(app.config.redisUrl, app.log, WITHOUT) : undefined
    if (redis) app.addHook('onClose', async () => redis.disconnect())
    const createAlone = await scopeFor(app, { store: WindowStore })
    const hidingKey = deriveKey(app.config.secret, 'rate-limits')
    const createShared = redis && (await scopeFor(app, { redis, nameSpace: 'lumenite:limit:' }))
    const limits: Limit[] = []
    const counts = new Map<string, Count>()

    app.decorate('limits', limits)
    app.decorate('limit', (limit) => {
      const known = counts.get(limit.name)
      if (known) return known
      limits.push(limit)
      const { name, crowd } = limit
      const options = {
        timeWindow: limit.seconds * 1000,
        keyGenerator: ({ key }: Counted) => key,
        max: ({ max }: Counted) => max,
      }
      const alone = createAlone(options)
      const shared = createShared?.(options)

      /** Keys are hashed, because others may read the Redis. */
      async function measure(key: string, max: number, increment: boolean) {
        const hidden = createHmac('sha256', hidingKey).update(key).digest('base64url')
        const counted = { key: `${name}:${hidden}`, max, routeOptions: { config: {} } } as unknown as FastifyRequest
        const how = { increment }
        const answer = await (shared ? shared(counted, how).catch(() => alone(counted, how)) : alone(counted, how))
        const isWithin = answer.isAllowed || (increment ? !answer.isExceeded : answer.remaining > 0)
        return isWithin ? 0 : Math.max(1, answer.ttlInSeconds)
      }

      /** The seconds to wait; 0 within the limit. */
      async function ask(subjects: ReturnType<typeof networksOf>, increment: boolean): Promise<number> {
        const max = crowd && (await measure('all', crowd.max, false)) > 0 ? crowd.share : limit.max
        // The smallest network first: what it may not send does not count for the larger ones, which others share.
        for (const { network, factor } of subjects) {
          const seconds = await measure(network, max * factor, increment)
          if (seconds > 0) return seconds
        }
        if (crowd && increment) await measure('all', crowd.max, true)
        return 0
      }

      /** A hook gets a third argument that is not a key. */
      async function check(request: FastifyRequest, reply: FastifyReply, key: unknown, increment: boolean) {
        if ((typeof key === 'string') !== (limit.per !== undefined)) throw new TypeError(`The key of ${name} is wrong.`)
        const seconds = await ask(
          typeof key === 'string' ? [{ network: key, factor: 1 }] : networksOf(request.ip),
          increment,
        )
        if (seconds === 0) return
        reply.header('retry-after', seconds)
        throw new HttpError(429, {
          message: limit.message ?? MESSAGES.tooMany,
          values: { seconds, minutes: Math.ceil(seconds / 60) },
          details: { limit: name, retryAfterSeconds: seconds },
        })
      }

      // A hook may not declare a third parameter.
      const count = async (request: FastifyRequest, reply: FastifyReply, ...[key]: unknown[]) =>
        check(request, reply, key, true)
      const made = Object.assign(count, {
        peek: (request: FastifyRequest, reply: FastifyReply, key?: string) => check(request, reply, key, false),
        allows: async (key: string) => (await ask([{ network: key, factor: 1 }], true)) === 0,
      })
      counts.set(name, made)
      return made
    })
  },
  { name: 'rate-limit' },
)

interface Counted {
  key: string
  max: number
}

/** Each registration of the plugin has a single store, hence a scope for each. */
async function scopeFor(app: FastifyInstance, store: object): Promise<(options: object) => Check> {
  let create: ((options: object) => Check) | undefined
  await app.register(async (scope) => {
    await scope.register(fastifyRateLimit, { global: false, ...store })
    create = (options) => scope.createRateLimit(options)
  })
  if (!create) throw new Error('The limits were not made.')
  return create
}
