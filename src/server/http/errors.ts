import { STATUS_CODES } from 'node:http'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { BackendError } from '#server/medusa/backend-error.ts'
import { splitLocalePath, DEFAULT_LOCALE, LANGUAGE_TAGS, type Locale } from '#shared/i18n/locale.ts'

import { HttpError } from './http-error.ts'
import { answerLocale, preferredLocale } from './visitor.ts'

const RETRY_SECONDS = 10
const FILE = /\.[a-z0-9]{1,8}$/i

export const errors = fp(
  async function errors(app: FastifyInstance) {
    app.setErrorHandler(async (error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500)
        request.log.error({ event: 'http.request_failed', err: error }, 'a request failed with a server error')
      reply.code(status).header('cache-control', 'no-store')
      if (isApi(request)) {
        const message = messageFor(app, error, status, request)
        return reply.send({ statusCode: status, message, ...detailsOf(error) })
      }
      if (waitsForFile(request)) {
        if (status === 503) reply.header('retry-after', RETRY_SECONDS)
        return reply.type('text/plain; charset=utf-8').send(`${STATUS_CODES[status] ?? 'Error'}\n`)
      }
      return reply.type('text/html; charset=utf-8').send(bareErrorPage(status, preferredLocale(request)))
    })

    app.setNotFoundHandler(async (request, reply) => {
      if (isApi(request)) {
        const message = app.translate(request.visitor.locale, /*i18n*/ 'There is nothing at this address.')
        return reply.code(404).header('cache-control', 'no-store').send({ statusCode: 404, message })
      }
      if (!isReading(request)) {
        reply.code(405).header('allow', 'GET, HEAD').header('cache-control', 'no-store')
        return reply.type('text/plain; charset=utf-8').send('Method not allowed\n')
      }
      return sendMissingPage(request, reply)
    })
  },
  { name: 'errors', dependencies: ['translations', 'visitor'] },
)

/** For URLs that the router rejects, such as one with a parameter that is too long. No hook has run. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400
  const locale = splitLocalePath(request.url).locale ?? DEFAULT_LOCALE
  reply.code(status).header('cache-control', 'no-store')
  if (isApi(request)) {
    void reply.send({ statusCode: status, message: request.server.translate(locale, messageOfStatus(status)) })
  } else void reply.type('text/html; charset=utf-8').send(bareErrorPage(404, locale))
}

async function sendMissingPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  // The requesting page may come from a storefront process with another build.
  if (waitsForFile(request) && (await request.server.assets.send(request, reply))) return reply
  reply.code(404).header('cache-control', 'no-store')
  if (waitsForFile(request)) return reply.type('text/plain; charset=utf-8').send('Not found\n')
  const isPage = isReading(request) && !FILE.test(pathOf(request))
  if (isPage) return reply.page()
  return reply.type('text/html; charset=utf-8').send(bareErrorPage(404, request.visitor.locale))
}

/** A response to such a request must not be a page. */
function waitsForFile(request: FastifyRequest): boolean {
  const path = pathOf(request)
  if (/^\/(?:assets|_app|_image|_media)\//i.test(path)) return true
  return FILE.test(path) && !request.headers.accept?.includes('text/html')
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function pathOf({ url }: FastifyRequest): string {
  return decodeURIComponent(url.split('?', 1)[0] ?? '')
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/')
}

function messageFor(app: FastifyInstance, error: FastifyError, status: number, request: FastifyRequest): string {
  const localize = (message: string, values?: Record<string, string>) =>
    app.translate(answerLocale(request), message, values)
  const [first] = error.validation ?? []
  if (first) return localize(/*i18n*/ 'Please check this field: {field}.', { field: fieldOf(first) })
  if (error instanceof HttpError) return error.toText(app.translate, answerLocale(request)).message
  return localize(messageOfStatus(status))
}

function fieldOf(problem: NonNullable<FastifyError['validation']>[number]): string {
  const params = problem.params as {
    missingProperty?: string
    additionalProperty?: string
    requiredProperties?: string[]
  }
  const inside = params.missingProperty ?? params.additionalProperty ?? params.requiredProperties?.[0]
  const path = problem.instancePath.slice(1).replaceAll('/', '.')
  return [path, inside].filter(Boolean).join('.') || 'body'
}

function detailsOf(error: FastifyError): { details?: unknown } {
  if (error.validation) return { details: error.message }
  if (error instanceof HttpError && error.facts.details) return { details: error.facts.details }
  return error instanceof BackendError ? { details: { status: error.status, type: error.type, code: error.code } } : {}
}

const TITLES: Record<Locale, Record<'missing' | 'tooLong' | 'broken', string>> = {
  en: { missing: 'Page Not Found', tooLong: 'This web address is too long', broken: 'Internal Server Error' },
  ru: { missing: 'Страница не найдена', tooLong: 'Адрес страницы слишком длинный', broken: 'Ошибка на сервере' },
}

/** For crawlers, and if our own error page cannot be rendered. */
export function bareErrorPage(status: number, locale: Locale): string {
  const title = TITLES[locale][status === 404 ? 'missing' : status === 414 ? 'tooLong' : 'broken']
  return (
    `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8">` +
    `<meta name="robots" content="noindex"><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  )
}

/** English texts are the keys of the translations in `locales/`. */
export const MESSAGES = {
  email: /*i18n*/ 'Please enter a valid email address.',
  incomplete: /*i18n*/ 'Please check the highlighted fields first.',
  required: /*i18n*/ 'Please fill this in.',
  foreignOrigin: /*i18n*/ 'This request didn’t come from our shop. Please reload the page and try again.',
  tooMany: /*i18n*/ 'Too many requests. Please wait a moment and try again.',
  tooMuch: /*i18n*/ 'This is too long. Please shorten it and try again.',
  unavailable: /*i18n*/ 'We can’t do this at the moment. Nothing has been lost; please try again shortly.',
  broken: /*i18n*/ 'Something went wrong on our side. Please try again.',
  brokenField: /*i18n*/ 'This field contains characters that we can’t read: {field}. Please type it again.',
  brokenText: /*i18n*/ 'This contains characters that we can’t read. Please type it again.',
  encoded: /*i18n*/ 'Compressed requests are not accepted. Please send this one without compression.',
  tooLong: /*i18n*/ 'This web address is too long.',
  withoutHost: /*i18n*/ 'The request does not name the shop it is for.',
  busy: /*i18n*/ 'The shop is very busy right now.',
  busyPage: /*i18n*/ 'This page will reload in {seconds} seconds.',
  busyForm: /*i18n*/ 'Nothing has been lost. Please reload this page in {seconds} seconds to send your form again.',
  busyCall: /*i18n*/ 'Nothing has been lost. Please try again in {seconds} seconds.',
  unclear: /*i18n*/ 'We couldn’t understand this request. Please reload the page and try again.',
} as const

export function messageOfStatus(status: number): string {
  if (status === 429) return MESSAGES.tooMany
  if (status === 413) return MESSAGES.tooMuch
  if (status === 414) return MESSAGES.tooLong
  if (status === 503) return MESSAGES.unavailable
  return status >= 500 ? MESSAGES.broken : MESSAGES.unclear
}
