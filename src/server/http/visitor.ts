import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { splitLocalePath, DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { tidyPath } from './request-url.ts'

export interface Visitor {
  locale: Locale
  /** Upper case; undefined if nothing indicates it. */
  country: string | undefined
  /** ISO 4217, upper case. */
  currency: string
  regionId: string
  preview: boolean
}

export const COUNTRY_COOKIE = 'user_country'
const COUNTRY_SECONDS = 2_592_000
const MAX_LANGUAGES = 1024

declare module 'fastify' {
  interface FastifyRequest {
    readonly visitor: Visitor
  }
}

const settled = new WeakMap<FastifyRequest, Visitor>()

export const visitor = fp(
  async function visitor(app: FastifyInstance) {
    const { countryHeader } = app.config

    app.decorateRequest('visitor', {
      getter() {
        const known = settled.get(this)
        if (known) return known
        const country = countryOf(this, countryHeader)
        const region = app.catalog.regionFor(country)
        const found: Visitor = {
          locale: localeOf(this),
          country,
          currency: region.currency_code,
          regionId: region.id,
          preview: this.preview,
        }
        settled.set(this, found)
        return found
      },
    })
  },
  { name: 'visitor', dependencies: ['catalog', 'preview', '@fastify/cookie', '@fastify/accepts'] },
)

function localeOf(request: FastifyRequest): Locale {
  const inPath = splitLocalePath(tidyPath(request.url)).locale
  if (inPath) return inPath
  const { lang } = request.query as { lang?: unknown }
  if (isLocale(lang)) return lang
  return preferredLocale(request)
}

export function answerLocale(request: FastifyRequest): Locale {
  const { lang } = (request.body ?? {}) as { lang?: unknown }
  return isLocale(lang) ? lang : request.visitor.locale
}

export function preferredLocale(request: FastifyRequest): Locale {
  const remembered = request.cookies[LOCALE_COOKIE]
  if (isLocale(remembered)) return remembered
  // A browser's list has a few dozen characters. One of 60 kB takes 10 ms to read.
  if ((request.headers['accept-language']?.length ?? 0) > MAX_LANGUAGES) return DEFAULT_LOCALE
  const wanted = request.language([...LOCALES])
  return isLocale(wanted) ? wanted : DEFAULT_LOCALE
}

/** Scripts read the cookie too. `country` has two upper-case letters. */
export function rememberCountry(reply: FastifyReply, country: string): void {
  const secure = reply.server.config.publicUrl?.startsWith('https:') ?? false
  reply.setCookie(COUNTRY_COOKIE, country, { path: '/', maxAge: COUNTRY_SECONDS, sameSite: 'lax', secure })
}

function countryOf(request: FastifyRequest, header: string | undefined): string | undefined {
  return countryCode(request.cookies[COUNTRY_COOKIE]) ?? countryCode(header ? request.headers[header] : undefined)
}

export function countryCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly preview: boolean
  }
}

/** Without `PREVIEW_TOKENS` no visitor sees drafts. */
export const preview = fp(
  async function preview(app: FastifyInstance) {
    const isKnown = createTokenCheck(app.config.previewTokens)
    app.decorateRequest('preview', {
      getter(this: FastifyRequest) {
        const token = previewTokenOf(this)
        return token !== '' && isKnown(token)
      },
    })
  },
  { name: 'preview', dependencies: ['@fastify/cookie'] },
)

/** Scripts read the cookie too, and send it with their requests. */
export const PREVIEW_COOKIE = 'previewToken'

/** The check takes the same time for every text. */
function createTokenCheck(tokens: readonly string[]): (token: string) => boolean {
  const known = tokens.map(digest)
  return (token) => {
    const asked = digest(token)
    return known.filter((one) => timingSafeEqual(one, asked)).length > 0
  }
}

/**
 * The URL has `preview` (pages) or `previewToken` (calls). An empty one counts as none, whatever the cookie contains.
 */
export function previewTokenOf(request: FastifyRequest): string {
  return writtenToken(request) ?? request.cookies[PREVIEW_COOKIE] ?? ''
}

/** Until the browser is closed. An empty token ends the preview. */
export function keepPreviewToken(request: FastifyRequest, reply: FastifyReply): void {
  const written = writtenToken(request)
  const remembered = request.cookies[PREVIEW_COOKIE]
  if (written === '' && remembered !== undefined) reply.clearCookie(PREVIEW_COOKIE, { path: '/' })
  if (!written || !request.preview || written === remembered) return
  const secure = reply.server.config.publicUrl?.startsWith('https:') ?? false
  reply.setCookie(PREVIEW_COOKIE, written, { path: '/', sameSite: 'lax', secure })
}

function writtenToken(request: FastifyRequest): string | undefined {
  const name = request.url.startsWith('/api/') ? 'previewToken' : 'preview'
  const written = (request.query as Record<string, unknown> | undefined)?.[name]
  if (written === undefined) return undefined
  return typeof written === 'string' ? written : ''
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
