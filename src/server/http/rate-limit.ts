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
  /** Distinguishes limits. Limits with the same name share their counters. */
  name: string
  max: number
  seconds: number
  /**
   * Replaces the general message for a visitor who exceeds the limit. It may contain `{seconds}` or `{minutes}`: the
   * time until the limit ends.
   */
  message?: string
}

/**
 * Counts one request. If it exceeds the limit, the error tells when to retry.
 * @param key the counted subject, such as an address; by default the visitor's network address
 * @throws HttpError
 */
export interface Count {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  (request: FastifyRequest, reply: FastifyReply, key: string): Promise<void>
  /**
   * Refuses if one more request would exceed the limit, but counts nothing.
   * @throws HttpError
   */
  peek(request: FastifyRequest, reply: FastifyReply, key?: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates a limit, for use as a hook (`onRequest: app.limit({…})`) or for calls with a known key. */
    limit: (limit: Limit) => Count
  }
}

const WITHOUT = 'each process counts for itself'

type Check = ReturnType<FastifyInstance['createRateLimit']>

/** Adds rate limits, shared by all processes through Redis. While Redis is down, each process counts for itself. */
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

      /** Keys are hashed, because others may read the Redis. It therefore stores no address. */
      function keyGenerator(request: FastifyRequest): string {
        const key = keys.get(request) ?? networkOf(request.ip)
        const hidden = createHmac('sha256', hidingKey).update(key).digest('base64url')
        return `${limit.name}:${hidden}`
      }

      /**
       * Checks a limit, and counts the request if asked to.
       * @param key anything but a string means no key: a hook gets a third argument that is not a key
       */
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

      // A hook may not declare a third parameter.
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
