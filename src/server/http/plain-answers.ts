import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { DEFAULT_LOCALE, isLocale, LANGUAGE_TAGS, LOCALE_COOKIE, LOCALES, type Locale } from '#shared/i18n/locale.ts'

/** Without Fastify. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

interface PlainAnswerOptions {
  status: number
  headers: Record<string, string>
  message: (locale: Locale, kind: AnswerKind) => [title: string, ...paragraphs: string[]]
  refreshSeconds?: number
  details?: object
}

export type AnswerKind = 'page' | 'form' | 'call'

interface Prepared {
  headers: string[]
  body: Buffer
}

/** A page, or JSON for API calls. Rendered once, so that sending costs almost nothing. */
export function createPlainAnswer(options: PlainAnswerOptions): Answer {
  const known = new Map<string, Prepared>()

  function prepare(locale: Locale, kind: AnswerKind): Prepared {
    const key = `${locale} ${kind}`
    const prepared = known.get(key) ?? write(options, locale, kind)
    known.set(key, prepared)
    return prepared
  }

  return (request, response) => {
    const { method = 'GET', url = '/' } = request
    const isWrite = method !== 'GET' && method !== 'HEAD'
    const isNavigation = request.headers['sec-fetch-mode'] === 'navigate'
    const kind = url.startsWith('/api/') && !isNavigation ? 'call' : isWrite ? 'form' : 'page'
    const { headers, body } = prepare(localeOf(request), kind)
    // The rest of the request body is not read.
    if (isWrite) response.shouldKeepAlive = false
    response.writeHead(options.status, headers)
    if (method === 'HEAD') response.end()
    else response.end(body)
  }
}

function write(options: PlainAnswerOptions, locale: Locale, kind: AnswerKind): Prepared {
  const { status, headers, message, refreshSeconds, details } = options
  const [title, ...paragraphs] = message(locale, kind)
  const text =
    kind === 'call'
      ? JSON.stringify({ statusCode: status, message: [title, ...paragraphs].join(' '), details })
      : pageOf(locale, title, paragraphs, kind === 'page' ? refreshSeconds : undefined)
  const body = Buffer.from(text)
  return {
    body,
    headers: Object.entries({
      ...headers,
      'content-type': kind === 'call' ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      'content-length': String(body.length),
      'content-language': LANGUAGE_TAGS[locale],
      'cache-control': 'no-store',
    }).flat(),
  }
}

function pageOf(locale: Locale, title: string, paragraphs: string[], refreshSeconds: number | undefined): string {
  return [
    `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`,
    `<title>${title}</title></head><body><h1>${title}</h1>`,
    ...paragraphs.map((text) => `<p>${text}</p>`),
    '</body></html>',
  ].join('')
}

const PATH_LOCALE = new RegExp(`^/(${LOCALES.join('|')})(?:[/?]|$)`)
const QUERY_LOCALE = new RegExp(`[?&]lang=(${LOCALES.join('|')})(?:&|$)`)
const COOKIE_LOCALE = new RegExp(`(?:^|; )${LOCALE_COOKIE}=(${LOCALES.join('|')})(?:;|$)`)

function localeOf({ url = '', headers }: IncomingMessage): Locale {
  const [, found] = PATH_LOCALE.exec(url) ?? QUERY_LOCALE.exec(url) ?? COOKIE_LOCALE.exec(headers.cookie ?? '') ?? []
  const locale = found ?? headers['accept-language']?.slice(0, 2)
  return isLocale(locale) ? locale : DEFAULT_LOCALE
}

const PARSER_STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

export function answerParserError(error: NodeJS.ErrnoException, socket: Duplex, headers: Record<string, string>): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy(error)
  const status = PARSER_STATUSES[error.code ?? ''] ?? 400
  // The requested URL is unknown, so the response has the format of an API error.
  const body = JSON.stringify({ statusCode: status, message: STATUS_CODES[status] })
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  // Node leaves the socket to this listener. A half-open socket would never be closed.
  ;(socket as Socket).destroySoon()
}
