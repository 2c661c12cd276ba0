import { STATUS_CODES } from 'node:http'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { BackendError } from '#server/medusa/backend-error.ts'
import { splitLocalePath } from '#shared/i18n/locale-path.ts'
import { DEFAULT_LOCALE } from '#shared/i18n/locale.ts'

import { bareErrorPage } from './bare-error-page.ts'
import { messageOfStatus } from './error-messages.ts'
import { HttpError } from './http-error.ts'
import { answerLocale, preferredLocale } from './visitor.ts'

/** By when what was too much for a moment may be had. */
const RETRY_SECONDS = 10
const FILE = /\.[a-z0-9]{1,8}$/i

/** Refusals are answers with a sentence; faults come here, and tell the shopper what to do and us what happened. */
export const errors = fp(
  async function errors(app: FastifyInstance) {
    app.setErrorHandler(async (error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) request.log.error({ err: error }, 'a request failed')
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
        // Forms go to the calls: nothing else takes anything.
        reply.code(405).header('allow', 'GET, HEAD').header('cache-control', 'no-store')
        return reply.type('text/plain; charset=utf-8').send('Method not allowed\n')
      }
      return sendMissingPage(request, reply)
    })
  },
  { name: 'errors', dependencies: ['translations', 'visitor'] },
)

/** Answers what the router could not read, such as an address with a part that is too long; no hook has run for it. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400
  const locale = splitLocalePath(request.url).locale ?? DEFAULT_LOCALE
  reply.code(status).header('cache-control', 'no-store')
  if (isApi(request)) {
    void reply.send({ statusCode: status, message: request.server.translate(locale, messageOfStatus(status)) })
  } else void reply.type('text/html; charset=utf-8').send(bareErrorPage(404, locale))
}

/** A person gets our 404 page; whatever asks for a file, or does not read, gets a short answer. */
async function sendMissingPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  // The page that asks may come from a storefront that runs another build.
  if (waitsForFile(request) && (await request.server.assets.send(request, reply))) return reply
  reply.code(404).header('cache-control', 'no-store')
  if (waitsForFile(request)) return reply.type('text/plain; charset=utf-8').send('Not found\n')
  const isPage = isReading(request) && !FILE.test(pathOf(request))
  if (isPage) return reply.page()
  return reply.type('text/html; charset=utf-8').send(bareErrorPage(404, request.visitor.locale))
}

/** Whether a script, an image or the like was asked for: a page in its place would be run, or shown as broken. */
function waitsForFile(request: FastifyRequest): boolean {
  const path = pathOf(request)
  if (/^\/(?:assets|_app|_image)\//i.test(path)) return true
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
  if (first) return localize(/*i18n*/ 'The value of {field} is not valid.', { field: fieldOf(first) })
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
