import { createHmac } from 'node:crypto'

import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { connectRedis, WindowStore } from '#server/infra/connect-redis.ts'
import { deriveKey } from '#server/keys.ts'

import { MESSAGES } from './errors.ts'
import { HttpError } from './http-error.ts'
import { networkOf } from './request-interceptor.ts'

/** At most `max` requests in `seconds`. */
export interface Limit {
  /** Tells one limit from another; what is counted under the same name is counted together. */
  name: string
  max: number
  seconds: number
  /** For a visitor who is over it, in place of the general one; may name `{seconds}` or `{minutes}` until it ends. */
  message?: string
}

/**
 * Counts one more, and tells one who is over the limit when to come back.
 * @param key whose it is, such as an address; without one, the visitor's own network address
 * @throws HttpError
 */
export interface Count {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  (request: FastifyRequest, reply: FastifyReply, key: string): Promise<void>
  /** Refuses like the call itself if one more were too many, but counts nothing. @throws HttpError */
  peek(request: FastifyRequest, reply: FastifyReply, key?: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A limit to count against: as a hook (`onRequest: app.limit({…})`), or where a key is known. */
    limit: (limit: Limit) => Count
  }
}

const WITHOUT = 'each process counts for itself'

type Check = ReturnType<FastifyInstance['createRateLimit']>

/** Rate limits, shared by all processes through Redis. While Redis is down, each process counts for itself. */
export const rateLimit = fp(
  async function rateLimit(app: FastifyInstance) {
    const redis = app.config.redisUrl ? await connectRedis(app.config.redisUrl, app.log, WITHOUT) : undefined
    if (redis) app.addHook('onClose', async () => redis.disconnect())
    const createAlone = await scopeFor(app, { store: WindowStore })
    const hidingKey = deriveKey(app.config.secret, 'rate-limits')
    const createShared = redis && (await scopeFor(app, { redis, nameSpace: 'lumenite:limit:' }))

    app.decorate('limit', (limit) => {
      const keys = new WeakMap<FastifyRequest, string>()
      const options = { max: limit.max, timeWindow: limit.seconds * 1000, keyGenerator }
      const alone = createAlone(options)
      const shared = createShared?.(options)

      /** Keys are hashed, since others may read the Redis: it stores no address. */
      function keyGenerator(request: FastifyRequest): string {
        const key = keys.get(request) ?? networkOf(request.ip)
        const hidden = createHmac('sha256', hidingKey).update(key).digest('base64url')
        return `${limit.name}:${hidden}`
      }

      /** @param key anything but a string stands for none: a hook is given a third argument that is no key */
      async function ask(request: FastifyRequest, reply: FastifyReply, key: unknown, increment: boolean) {
        if (typeof key === 'string') keys.set(request, key)
        const how = { increment }
        const answer = await (shared ? shared(request, how).catch(() => alone(request, how)) : alone(request, how))
        if (answer.isAllowed || !(increment ? answer.isExceeded : answer.remaining === 0)) return
        const seconds = Math.max(1, answer.ttlInSeconds)
        reply.header('retry-after', seconds)
        throw new HttpError(429, {
          message: limit.message ?? MESSAGES.tooMany,
          values: { seconds, minutes: Math.ceil(seconds / 60) },
          details: { limit: limit.name, retryAfterSeconds: seconds },
        })
      }

      // A hook may not name a third argument.
      const count = async (request: FastifyRequest, reply: FastifyReply, ...[key]: unknown[]) =>
        ask(request, reply, key, true)
      return Object.assign(count, {
        peek: (request: FastifyRequest, reply: FastifyReply, key?: string) => ask(request, reply, key, false),
      })
    })
  },
  { name: 'rate-limit' },
)

/** Registers the plugin in its own encapsulated scope, since a registration has a single store. */
async function scopeFor(app: FastifyInstance, store: object): Promise<(options: object) => Check> {
  let create: ((options: object) => Check) | undefined
  await app.register(async (scope) => {
    await scope.register(fastifyRateLimit, { global: false, ...store })
    create = (options) => scope.createRateLimit(options)
  })
  if (!create) throw new Error('The limits were not made.')
  return create
}
