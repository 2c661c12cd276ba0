import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'

import {
  chooseEncoding,
  ENCODINGS,
  type Encoding,
  encodeBodies,
  sizeOf,
  type Bodies,
} from '#server/http/encode-bodies.ts'
import { knowsEtag, weakEtag } from '#server/http/knows-etag.ts'
import { PREVIEW_COOKIE } from '#server/http/visitor.ts'
import { COUNTRY_COOKIE } from '#server/http/visitor.ts'
import { LOCALE_COOKIE } from '#shared/i18n/locale.ts'

/** How a page came to be sent: kept, kept and a moment old, or made just now. */
export type Served = 'hit' | 'stale' | 'miss'

/**
 * The receiver of a page: a browser that knows the page's language, one that is to remember it, or whatever
 * stands between us and many browsers.
 */
export type Audience = 'known' | 'new' | 'shared'

/** Names and values by turns, `server-timing` first: as Node writes them without looking at each. */
type FlatHeaders = readonly string[]

interface Answers {
  whole: Record<Encoding, FlatHeaders>
  unchanged: FlatHeaders
}

/** A complete page as bytes, with every header of every answer that it can be. */
export interface CachedPage {
  /** Of everything that it shows. */
  version: string
  etag: string
  /** Names of the query parameters that mean something to it; all others are ignored. */
  parameters: readonly string[]
  /** What keeping it costs. */
  size: number
  bodies: Bodies
  answers: Record<Audience, Answers>
}

export interface CompletePage {
  html: Buffer
  version: string
  parameters: readonly string[]
  /** What every answer with it says, by lower-case names; of keeping and encoding nothing. */
  headers: Record<string, string>
  /** The cookie by which its language is remembered. */
  rememberLocale: string
  /** Where others may keep it too: the header by which they are to tell visitors apart. */
  sharedBy: string | undefined
}

/** Better than what is sent once is worth, and still a few milliseconds. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
/** Of headers and the like. */
const OVERHEAD = 8192

const PRIVATE = 'private, no-cache'
/** A changed price shows within seconds there, too; a shop that is down is shown for a day. */
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=1, stale-if-error=86400'

/** Makes a page ready to be sent; it is compressed off the event loop. */
export async function createCachedPage(page: CompletePage): Promise<CachedPage> {
  const { html, headers, rememberLocale, sharedBy } = page
  const bodies = await encodeBodies(html, BROTLI)
  const etag = weakEtag(html)
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
    version: page.version,
    etag,
    parameters: page.parameters,
    size: OVERHEAD + sizeOf(bodies),
    bodies,
    answers: {
      known: answersWith({ 'cache-control': PRIVATE, vary }),
      new: answersWith({ 'cache-control': PRIVATE, vary, 'set-cookie': rememberLocale }),
      shared: answersWith({ 'cache-control': SHARED, vary: sharedBy ? `${vary}, ${sharedBy}` : vary }),
    },
  }
}

/** Answers with a page, or with the news that it has not changed. */
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
  // Node reads the list, and writes nothing to it.
  return served === 'hit' ? (headers as string[]) : headers.with(1, timing(served))
}

function flat(headers: Record<string, string>): FlatHeaders {
  return ['server-timing', timing('hit'), ...Object.entries(headers).flat()]
}

function eachEncoding<Value>(make: (encoding: Encoding) => Value): Record<Encoding, Value> {
  return Object.fromEntries(ENCODINGS.map((encoding) => [encoding, make(encoding)])) as Record<Encoding, Value>
}

/** Of a visitor's cookies those on which a page depends, or which it writes. */
export interface VisitCookies {
  /** Two letters, upper case. */
  country: string | undefined
  locale: string | undefined
}

const NO_COOKIES: VisitCookies = { country: undefined, locale: undefined }
const READ = new RegExp(`(?:^|;)[ \\t]*(${COUNTRY_COOKIE}|${LOCALE_COOKIE}|${PREVIEW_COOKIE})[ \\t]*=([^;]*)`, 'g')

/**
 * Reads the few cookies that matter, at a fraction of what reading all of them costs.
 * @param header the request's `cookie`
 * @returns undefined where a page has to be made for this visitor: it may be a preview, or a cookie stands there in
 * another way than we write it, which others may read differently
 */
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
