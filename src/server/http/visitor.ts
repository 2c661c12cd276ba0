import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { splitLocalePath, DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, LOCALES, type Locale } from '#shared/i18n/locale.ts'

import { tidyPath } from './request-url.ts'

/** What is settled about a request before anything else looks at it. */
export interface Visitor {
  locale: Locale
  /** Upper case; undefined where nothing tells the country. */
  country: string | undefined
  /** ISO 4217, upper case: of the region below. */
  currency: string
  regionId: string
  /** Whether drafts are shown. */
  preview: boolean
}

export const COUNTRY_COOKIE = 'user_country'
const COUNTRY_SECONDS = 2_592_000

declare module 'fastify' {
  interface FastifyRequest {
    readonly visitor: Visitor
  }
}

const settled = new WeakMap<FastifyRequest, Visitor>()

/** Settles, once per request and only when asked, in which language and currency we answer. */
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

/** A page says its language in its path, an API call in `lang`; else the cookie, the browser, English. */
function localeOf(request: FastifyRequest): Locale {
  const inPath = splitLocalePath(tidyPath(request.url)).locale
  if (inPath) return inPath
  const { lang } = request.query as { lang?: unknown }
  if (isLocale(lang)) return lang
  return preferredLocale(request)
}

/** The language to answer in: that which the sent body names, else the visitor's. */
export function answerLocale(request: FastifyRequest): Locale {
  const { lang } = (request.body ?? {}) as { lang?: unknown }
  return isLocale(lang) ? lang : request.visitor.locale
}

/** The language of a visitor who named none: the cookie, then the browser, then English. */
export function preferredLocale(request: FastifyRequest): Locale {
  const remembered = request.cookies[LOCALE_COOKIE]
  if (isLocale(remembered)) return remembered
  const wanted = request.language([...LOCALES])
  return isLocale(wanted) ? wanted : DEFAULT_LOCALE
}

/** Keeps a country for the next visits; scripts read the cookie too. @param country two upper-case letters */
export function rememberCountry(reply: FastifyReply, country: string): void {
  const secure = reply.server.config.publicUrl?.startsWith('https:') ?? false
  reply.setCookie(COUNTRY_COOKIE, country, { path: '/', maxAge: COUNTRY_SECONDS, sameSite: 'lax', secure })
}

function countryOf(request: FastifyRequest, header: string | undefined): string | undefined {
  return countryCode(request.cookies[COUNTRY_COOKIE]) ?? countryCode(header ? request.headers[header] : undefined)
}

/** @returns two upper-case letters, or undefined where the value is no country's code */
export function countryCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the caller may see drafts: they showed a token that is known. */
    readonly preview: boolean
  }
}

/** Settles who sees drafts; without `PREVIEW_TOKENS` no one does. */
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

/** Scripts read it too: the browser's client sends it with its questions. */
export const PREVIEW_COOKIE = 'previewToken'

/**
 * @param tokens the secrets that show drafts
 * @returns whether a text is one of them; how long that takes tells nothing about any
 */
function createTokenCheck(tokens: readonly string[]): (token: string) => boolean {
  const known = tokens.map(digest)
  return (token) => {
    const asked = digest(token)
    return known.filter((one) => timingSafeEqual(one, asked)).length > 0
  }
}

/**
 * The token that a request shows: that of its address (`preview` of a page, `previewToken` of a call), else that of
 * its cookie. An empty one in the address is none, whatever the cookie says.
 */
export function previewTokenOf(request: FastifyRequest): string {
  return writtenToken(request) ?? request.cookies[PREVIEW_COOKIE] ?? ''
}

/**
 * Keeps what a page's address says of the preview for the pages after it: a token that holds is remembered as long as
 * the browser is open, an empty one ends the preview.
 */
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
