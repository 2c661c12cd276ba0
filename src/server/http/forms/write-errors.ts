import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { BackendError } from '#server/medusa/backend-error.ts'

import { MESSAGES, messageOfStatus } from '../errors.ts'
import { HttpError } from '../http-error.ts'
import { localeOf } from './finish.ts'
import { setFlash } from './flash.ts'
import { isPageForm } from './form-body.ts'

export interface ErrorHandlerOptions {
  refusedTo: (request: FastifyRequest, error: FastifyError) => string
  /** True if a script navigates to that page too: the message waits there, and the response names the page. */
  isFollowed?: (request: FastifyRequest) => boolean
}

export function addErrorHandler(app: FastifyInstance, { refusedTo, isFollowed }: ErrorHandlerOptions): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const wait = error instanceof HttpError ? error.facts.retryAfterSeconds : undefined
    if (wait !== undefined) reply.header('retry-after', wait)
    const page = refusedTo(request, error)
    if (isPageForm(request)) {
      keepFields(app, error, request, reply)
      return reply.redirect(page, 303)
    }
    if (!isFollowed?.(request) || !(error instanceof HttpError)) return sendError(app, error, request, reply)
    keepFields(app, error, request, reply)
    return sendError(app, error, request, reply, page)
  })
}

function sendError(
  app: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  page?: string,
): FastifyReply {
  if (!(error instanceof HttpError)) throw asAnswerable(error)
  const { message, fields } = error.toText(app.translate, localeOf(request))
  const ownDetails = withFields(error.facts.details, fields)
  const details = page ? { ...(ownDetails as object), page } : ownDetails
  return reply.code(error.statusCode).send({ statusCode: error.statusCode, message, details })
}

function withFields(details: unknown, fields: Record<string, string> | undefined): unknown {
  if (!fields) return details
  return { fields, ...(typeof details === 'object' ? details : { reason: details }) }
}

function keepFields(app: FastifyInstance, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const httpError = error instanceof HttpError ? error : undefined
  if (!httpError && statusOf(error) >= 500)
    request.log.error({ event: 'http.form_failed', err: error }, 'a form could not be processed')
  const locale = localeOf(request)
  const text = httpError?.toText(app.translate, locale) ?? {
    message: app.translate(locale, messageOf(error)),
    fields: undefined,
  }
  const { message, fields } = text
  setFlash(reply, { message, fields, values: request.sentForm?.values ?? {} })
}

/** If the backend refuses the shop's own key, shoppers see only that the shop is unavailable. */
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
