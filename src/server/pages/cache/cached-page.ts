import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'

import { chooseEncoding, ENCODINGS, type Encoding, encodeBodies, sizeOf } from '#server/http/encode-bodies.ts'
import { knowsEtag, weakEtag } from '#server/http/knows-etag.ts'
import { PREVIEW_COOKIE } from '#server/http/visitor.ts'
import { COUNTRY_COOKIE } from '#server/http/visitor.ts'
import { LOCALE_COOKIE } from '#shared/i18n/locale.ts'

export type Served = 'hit' | 'stale' | 'miss'

/** A browser that has the cookie of the page's locale, one that gets it now, or a shared cache such as a CDN. */
export type Audience = 'known' | 'new' | 'shared'

/** Names and values alternate, `server-timing` first, which is the format that Node writes fastest. */
type FlatHeaders = readonly string[]

interface Answers {
  whole: Record<Encoding, FlatHeaders>
  unchanged: FlatHeaders
}

export type CachedPage = Awaited<ReturnType<typeof createCachedPage>>

export interface CompletePage {
  bytes: Buffer
  parameters: readonly string[]
  /** By lower-case name, without those of caching and encoding. */
  headers: Record<string, string>
  rememberLocale: string
}

/** A higher level than for a single response. It still takes a few milliseconds. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const OVERHEAD = 8192

const PRIVATE = 'private, no-cache'
/** A CDN shows a changed price within seconds, and serves its copy for a day while the shop is down. */
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=1, stale-if-error=86400'

/**
 * With the headers of every response that it can become.
 * @param sharedBy the country header by which a shared cache distinguishes visitors; undefined if there is none
 */
export async function createCachedPage(
  { bytes, parameters, headers, rememberLocale }: CompletePage,
  version: string,
  sharedBy?: string,
) {
  const bodies = await encodeBodies(bytes, BROTLI)
  const etag = weakEtag(bytes)
  const answersWith = (own: Record<string, string>): Answers => {
    const unchanged: Record<string, string> = { ...headers, ...own, etag }
    const { 'content-type': type = 'text/html; charset=utf-8', 'content-language': language, ...rest } = unchanged
    const whole = (encoding: Encoding) =>
      flat({
        'content-type': type,
        ...(language ? { 'content-language': language } : {}),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        'content-length': String(bodies[encoding].length),
        ...rest,
      })
    return { whole: eachEncoding(whole), unchanged: flat(rest) }
  }
  const vary = 'accept-encoding'
  return {
    version,
    etag,
    /** The query parameters that the page reads; all others are ignored. */
    parameters,
    /** In bytes, including the overhead of headers. */
    size: OVERHEAD + sizeOf(bodies),
    bodies,
    answers: {
      known: answersWith({ 'cache-control': PRIVATE, vary }),
      new: answersWith({ 'cache-control': PRIVATE, vary, 'set-cookie': rememberLocale }),
      shared: answersWith({ 'cache-control': SHARED, vary: sharedBy ? `${vary}, ${sharedBy}` : vary }),
    },
  }
}

export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  { audience, served }: { audience: Audience; served: Served },
): void {
  const { whole, unchanged } = page.answers[audience]
  if (knowsEtag(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, timed(unchanged, served))
    response.end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  response.writeHead(200, timed(whole[encoding], served))
  if (request.method === 'HEAD') response.end()
  else response.end(page.bodies[encoding])
}

export function timing(served: Served): string {
  return `cache;desc=${served}`
}

function timed(headers: FlatHeaders, served: Served): string[] {
  // Node only reads the list, so it can be shared.
  return served === 'hit' ? (headers as string[]) : headers.with(1, timing(served))
}

function flat(headers: Record<string, string>): FlatHeaders {
  return ['server-timing', timing('hit'), ...Object.entries(headers).flat()]
}

function eachEncoding<Value>(make: (encoding: Encoding) => Value): Record<Encoding, Value> {
  return Object.fromEntries(ENCODINGS.map((encoding) => [encoding, make(encoding)])) as Record<Encoding, Value>
}

export interface VisitCookies {
  /** Upper case. */
  country: string | undefined
  locale: string | undefined
}

const NO_COOKIES: VisitCookies = { country: undefined, locale: undefined }
const READ = new RegExp(`(?:^|;)[ \\t]*(${COUNTRY_COOKIE}|${LOCALE_COOKIE}|${PREVIEW_COOKIE})[ \\t]*=([^;]*)`, 'g')

/** Much faster than parsing all cookies. Undefined if the cache must not respond: a preview, or an unknown format. */
export function readVisitCookies(header: string | undefined): VisitCookies | undefined {
  if (header === undefined) return NO_COOKIES
  const cookies: VisitCookies = { country: undefined, locale: undefined }
  for (const [, name, value = ''] of header.matchAll(READ)) {
    if (!/^[A-Za-z]{2}$/.test(value)) return undefined
    const field = name === COUNTRY_COOKIE ? 'country' : 'locale'
    if (name === PREVIEW_COOKIE || cookies[field] !== undefined) return undefined
    cookies[field] = field === 'country' ? value.toUpperCase() : value
  }
  return cookies
}
