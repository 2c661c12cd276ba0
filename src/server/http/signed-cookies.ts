import { createHmac, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import type { ServerConfig } from '#server/config.ts'
import { deriveKeys, secretsOf } from '#server/keys.ts'

/** The signature also covers the cookie's name and its time of issue. */
export interface SignedCookie {
  read(request: FastifyRequest): string | undefined
  /** `value` has no dot. */
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

interface SignedCookieOptions {
  seconds: number
  /** The old signature does not cover the name: false if another old cookie would be accepted as this one. */
  acceptsOldFormat?: boolean
  /** The browser deletes the cookie when it is closed, however long the server would accept it. */
  isSession?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    cookieKey: string
    /** The keys of `FORMER_SECRETS`, which only verify. */
    formerCookieKeys: readonly string[]
  }
}

/**
 * Earlier versions signed only the value, under the plain name, without a time. Such a cookie is accepted until this
 * day, and reissued by the first response. A shopper who returns later loses only the right to the old cart: the
 * browser opens a new cart with the same items.
 */
export const OLD_FORMAT_ENDS = Date.UTC(2027, 2, 1)

const outdated = new WeakMap<FastifyRequest, Map<SignedCookie, string>>()

export const signedCookies = fp(
  async function signedCookies(app: FastifyInstance) {
    const [current, ...former] = deriveKeys(secretsOf(app.config), 'cookies')
    app.decorate('cookieKey', current)
    app.decorate('formerCookieKeys', former)
    app.addHook('onSend', async (request, reply) => {
      for (const [cookie, value] of outdated.get(request) ?? []) cookie.set(reply, value)
    })
  },
  { name: 'signed-cookies', dependencies: ['@fastify/cookie'] },
)

/** Over https the name gets `__Host-` (RFC 6265bis section 4.1.3.2): no other host of the domain can set the cookie. */
export function createSignedCookie(
  name: string,
  { seconds, acceptsOldFormat = false, isSession = false }: SignedCookieOptions,
): SignedCookie {
  const cookie: SignedCookie = {
    read(request) {
      const { config, cookieKey, formerCookieKeys } = request.server
      const fullName = cookieName(name, config)
      const sent = request.cookies[fullName]
      const value =
        sent === undefined ? undefined : verifyCookie([cookieKey, ...formerCookieKeys], fullName, sent, seconds)
      if (value !== undefined) return value
      // A prefixed cookie is never in the old format. Over https, a plain cookie in the new format is not ours.
      if (sent !== undefined && fullName !== name) return undefined
      return acceptsOldFormat ? readOldFormat(request, cookie, request.cookies[name]) : undefined
    },
    set(reply, value) {
      const { config, cookieKey } = reply.server
      const fullName = cookieName(name, config)
      const lifetime = isSession ? {} : { maxAge: seconds }
      reply.setCookie(fullName, signCookie(cookieKey, fullName, value), { ...attributes(config), ...lifetime })
      forgetOldFormat(reply, cookie, name)
    },
    clear(reply) {
      const { config } = reply.server
      reply.clearCookie(cookieName(name, config), attributes(config))
      forgetOldFormat(reply, cookie, name)
    },
  }
  return cookie
}

export function cookieName(name: string, { publicUrl }: Pick<ServerConfig, 'publicUrl'>): string {
  return publicUrl?.startsWith('https:') ? `__Host-${name}` : name
}

/** `value.time.signature`, the time in seconds, base 36. */
export function signCookie(key: string, name: string, value: string, now: number = Date.now()): string {
  const signed = `${value}.${Math.floor(now / 1000).toString(36)}`
  return `${signed}.${signatureOf(key, name, signed)}`
}

function verifyCookie(keys: readonly string[], name: string, sent: string, seconds: number): string | undefined {
  const [, value = '', time = '', signature = ''] = /^([^.]+)\.([\da-z]{1,9})\.([\w-]{43})$/.exec(sent) ?? []
  const isOurs = keys.some((key) => {
    const expected = signatureOf(key, name, `${value}.${time}`)
    return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  })
  if (!isOurs) return undefined
  return Date.now() < (Number.parseInt(time, 36) + seconds) * 1000 ? value : undefined
}

function signatureOf(key: string, name: string, signed: string): string {
  return createHmac('sha256', key).update(`${name}=${signed}`).digest('base64url')
}

function attributes(config: ServerConfig) {
  const secure = config.publicUrl?.startsWith('https:') ?? false
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}

function readOldFormat(request: FastifyRequest, cookie: SignedCookie, sent: string | undefined): string | undefined {
  if (!sent || Date.now() >= OLD_FORMAT_ENDS) return undefined
  const { valid, value } = request.unsignCookie(sent)
  if (!valid || !value) return undefined
  const values = outdated.get(request) ?? new Map<SignedCookie, string>()
  outdated.set(request, values.set(cookie, value))
  return value
}

/** The response sets a newer value, so the old cookie is not reissued, and the plain name is deleted. */
function forgetOldFormat(reply: FastifyReply, cookie: SignedCookie, name: string): void {
  const { request, server } = reply
  outdated.get(request)?.delete(cookie)
  const isPrefixed = cookieName(name, server.config) !== name
  if (isPrefixed && request.cookies[name] !== undefined) reply.clearCookie(name, attributes(server.config))
}
