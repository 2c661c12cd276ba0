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

export const signedCookies = fp(
  async function signedCookies(app: FastifyInstance) {
    const [current, ...former] = deriveKeys(secretsOf(app.config), 'cookies')
    app.decorate('cookieKey', current)
    app.decorate('formerCookieKeys', former)
  },
  { name: 'signed-cookies', dependencies: ['@fastify/cookie'] },
)

/** Over https the name gets `__Host-` (RFC 6265bis section 4.1.3.2): no other host of the domain can set the cookie. */
export function createSignedCookie(name: string, { seconds, isSession = false }: SignedCookieOptions): SignedCookie {
  return {
    read({ server: { config, cookieKey, formerCookieKeys }, cookies }) {
      const fullName = cookieName(name, config)
      const sent = cookies[fullName]
      return sent === undefined ? undefined : verifyCookie([cookieKey, ...formerCookieKeys], fullName, sent, seconds)
    },
    set(reply, value) {
      const { config, cookieKey } = reply.server
      const fullName = cookieName(name, config)
      const lifetime = isSession ? {} : { maxAge: seconds }
      reply.setCookie(fullName, signCookie(cookieKey, fullName, value), { ...attributes(config), ...lifetime })
    },
    clear(reply) {
      const { config } = reply.server
      reply.clearCookie(cookieName(name, config), attributes(config))
    },
  }
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
