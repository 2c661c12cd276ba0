import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { MESSAGES, messageOfStatus } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { answerLocale } from '#server/http/visitor.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import { localePath, splitLocalePath, type Locale } from '#shared/i18n/locale.ts'

import { setFlash } from './flash.ts'
import { isPageForm, readForm, type FieldMapping } from './form-body.ts'

interface ErrorHandlerOptions {
  /** Where a refused form's visitor is told so: a path of ours. */
  refusedTo: (request: FastifyRequest, error: FastifyError) => string
  /** Whether a script takes its visitor there too: the words wait on that page, and the answer names it. */
  isFollowed?: (request: FastifyRequest) => boolean
}

interface FormHooks extends ErrorHandlerOptions {
  fieldMapping?: FieldMapping
}

/** Manners of every call that concerns one visitor: never kept, our own origin, forms as well as JSON. */
export function addFormHooks(app: FastifyInstance, { fieldMapping, ...httpErrors }: FormHooks): void {
  // Fastify's own reads "quantity": null as 0, and 0 takes the product out of the cart.
  app.setValidatorCompiler(TypeBoxValidatorCompiler)
  app.decorateRequest('sentForm', null)
  takeEmptyBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await requireSameOrigin(request)
  })
  app.addHook('preValidation', async (request) => readForm(request, fieldMapping))
  addErrorHandler(app, httpErrors)
}

/** How refusals are said to forms and to scripts; below the manners of a subject, in place of theirs. */
export function addErrorHandler(app: FastifyInstance, { refusedTo, isFollowed }: ErrorHandlerOptions): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const wait = error instanceof HttpError ? error.facts.retryAfterSeconds : undefined
    if (wait !== undefined) reply.header('retry-after', wait)
    const page = refusedTo(request, error)
    if (isPageForm(request)) {
      keepFields(app, error, request, reply)
      return reply.redirect(page, 303)
    }
    if (!isFollowed?.(request) || !(error instanceof HttpError)) return answerCall(app, error, request, reply)
    keepFields(app, error, request, reply)
    return answerCall(app, error, request, reply, page)
  })
}

/** Calls without a body often name JSON as its type all the same. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body as string, done)
  })
}

/** The language of an answer: of the page that a form was on, else what the call or the visitor says. */
export function localeOf(request: FastifyRequest): Locale {
  return (request.sentForm?.returnTo && splitLocalePath(request.sentForm.returnTo).locale) || answerLocale(request)
}

/** Where a form's visitor goes on: where the form says, else to our own page. */
export function pageAfter(request: FastifyRequest, page: string): string {
  return request.sentForm?.returnTo ?? localePath(localeOf(request), page)
}

export function redirectForm(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  return reply.redirect(pageAfter(request, page), 303)
}

/** A refusal becomes JSON. @param page where its words wait @throws a fault */
function answerCall(
  app: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  page?: string,
): FastifyReply {
  if (!(error instanceof HttpError)) throw asAnswerable(error)
  const { message, fields } = error.toText(app.translate, localeOf(request))
  const reported = withFields(error.facts.details, fields)
  const details = page ? { ...(reported as object), page } : reported
  return reply.code(error.statusCode).send({ statusCode: error.statusCode, message, ...(details ? { details } : {}) })
}

/** Which fields are wrong, beside what else developers are told. */
function withFields(details: unknown, fields: Record<string, string> | undefined): unknown {
  if (!fields) return details
  return { fields, ...(typeof details === 'object' ? details : { reason: details }) }
}

/** A refused form's next page has the sentence on it, and nothing typed is lost. */
function keepFields(app: FastifyInstance, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const httpError = error instanceof HttpError ? error : undefined
  if (!httpError && statusOf(error) >= 500) request.log.error({ err: error }, 'a form could not be taken')
  const locale = localeOf(request)
  const fieldMapping = httpError?.toText(app.translate, locale) ?? {
    message: app.translate(locale, messageOf(error)),
    fields: undefined,
  }
  const { message, fields } = fieldMapping
  setFlash(reply, { message, ...(fields ? { fields } : {}), values: request.sentForm?.values ?? {} })
}

/** A shopper is never told that the shop's own key was refused: to them the shop is not at its best. */
function asAnswerable(error: FastifyError): Error {
  if (!(error instanceof BackendError) || error.isUnavailable || error.status === undefined) return error
  if (error.status !== 401 && error.status !== 403) return error
  return Object.assign(new Error('The commerce backend refused our key', { cause: error }), { statusCode: 503 })
}

function statusOf(error: FastifyError): number {
  return error instanceof BackendError ? 503 : (error.statusCode ?? 500)
}

function messageOf(error: FastifyError): string {
  return error.validation ? MESSAGES.incomplete : messageOfStatus(statusOf(error))
}

const READING_METHODS = ['GET', 'HEAD', 'OPTIONS']

/**
 * No one else's page may change something here: browsers say where a request comes from, and then it must be us.
 * What says nothing is no browser.
 * @throws HttpError 403
 */
async function requireSameOrigin(request: FastifyRequest): Promise<void> {
  if (READING_METHODS.includes(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined && site === undefined) return
  if (site === 'same-origin' || isOwnOrigin(request, origin)) return
  throw new HttpError(403, { message: MESSAGES.foreignOrigin, details: { origin, 'sec-fetch-site': site } })
}

function isOwnOrigin(request: FastifyRequest, origin: string | undefined): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const { publicUrl } = request.server.config
  // Without a public address the scheme is not known for certain: a proxy may end TLS before us.
  return publicUrl ? new URL(publicUrl).origin === new URL(origin).origin : new URL(origin).host === request.host
}
