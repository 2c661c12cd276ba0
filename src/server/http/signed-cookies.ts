import { createHmac, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import type { ServerConfig } from '#server/config.ts'
import { deriveKey } from '#server/keys.ts'

/** A cookie whose value carries its name and its time of issue under the shop's signature. */
export interface SignedCookie {
  /** @returns the value; undefined if there is none, its signature is not valid, or its time is over */
  read(request: FastifyRequest): string | undefined
  /** @param value without a dot */
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

export interface SignedCookieOptions {
  /** How long the server accepts a value after its issue. */
  seconds: number
  /** False if another cookie of earlier versions would pass for this one: their signature does not say its name. */
  acceptsOldFormat?: boolean
  /** The browser drops the cookie when it is closed, however long the server would accept it. */
  isSession?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs cookies, and nothing else. */
    cookieKey: string
  }
}

/**
 * Earlier versions signed the value alone, under the plain name, without a time. Such a cookie is accepted until this
 * day, and is issued anew by the first response to a request that uses it. After it, a shopper who was away since the
 * update loses only the right to the old cart: the browser opens a new cart with the same items.
 */
export const OLD_FORMAT_ENDS = Date.UTC(2027, 2, 1)

/** Cookies in the old format that were read and are to be issued anew: the cookie -> its value. */
const outdated = new WeakMap<FastifyRequest, Map<SignedCookie, string>>()

/** Derives the key of signed cookies, and issues cookies in the old format anew. */
export const signedCookies = fp(
  async function signedCookies(app: FastifyInstance) {
    app.decorate('cookieKey', deriveKey(app.config.secret, 'cookies'))
    app.addHook('onSend', async (request, reply) => {
      for (const [cookie, value] of outdated.get(request) ?? []) cookie.set(reply, value)
    })
  },
  { name: 'signed-cookies', dependencies: ['@fastify/cookie'] },
)

/**
 * @param name as stored so far; over https the browser is given `__Host-` and this name (RFC 6265bis section 4.1.3.2),
 * which no other host of the same domain can set
 */
export function createSignedCookie(
  name: string,
  { seconds, acceptsOldFormat = false, isSession = false }: SignedCookieOptions,
): SignedCookie {
  const cookie: SignedCookie = {
    read(request) {
      const { config, cookieKey } = request.server
      const fullName = cookieName(name, config)
      const sent = request.cookies[fullName]
      const value = sent === undefined ? undefined : verifyCookie(cookieKey, fullName, sent, seconds)
      if (value !== undefined) return value
      // A prefixed cookie is never in the old format, and a plain one of the new format is not ours over https.
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

/** The name under which the browser keeps a signed cookie. */
export function cookieName(name: string, { publicUrl }: Pick<ServerConfig, 'publicUrl'>): string {
  return publicUrl?.startsWith('https:') ? `__Host-${name}` : name
}

/** @param now in ms @returns `value.time.signature`; the time in seconds, base 36 */
export function signCookie(key: string, name: string, value: string, now: number = Date.now()): string {
  const signed = `${value}.${Math.floor(now / 1000).toString(36)}`
  return `${signed}.${signatureOf(key, name, signed)}`
}

function verifyCookie(key: string, name: string, sent: string, seconds: number): string | undefined {
  const [, value = '', time = '', signature = ''] = /^([^.]+)\.([\da-z]{1,9})\.([\w-]{43})$/.exec(sent) ?? []
  const expected = signatureOf(key, name, `${value}.${time}`)
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) {
    return undefined
  }
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

/** What the response says of the cookie is the newest: nothing is issued anew, and the plain name goes. */
function forgetOldFormat(reply: FastifyReply, cookie: SignedCookie, name: string): void {
  const { request, server } = reply
  outdated.get(request)?.delete(cookie)
  const isPrefixed = cookieName(name, server.config) !== name
  if (isPrefixed && request.cookies[name] !== undefined) reply.clearCookie(name, attributes(server.config))
}
