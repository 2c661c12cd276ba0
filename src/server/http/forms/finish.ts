import type { FastifyReply, FastifyRequest } from 'fastify'

import { localePath, splitLocalePath, type Locale } from '#shared/i18n/locale.ts'
import type { Flash } from '#shared/shop-data.ts'

import { answerLocale } from '../visitor.ts'
import { setFlash } from './flash.ts'

export function localeOf(request: FastifyRequest): Locale {
  return (request.sentForm?.returnTo && splitLocalePath(request.sentForm.returnTo).locale) || answerLocale(request)
}

export function pageAfter(request: FastifyRequest, page: string): string {
  return request.sentForm?.returnTo ?? localePath(localeOf(request), page)
}

export function redirectForm(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  return reply.redirect(pageAfter(request, page), 303)
}

interface Ending<Body> {
  /** Where a page form goes. */
  page: string
  /** What that page shows once. */
  flash?: Flash
  /** What a script gets. */
  body: Body
  status?: number
}

/** Ends a write: a page form is redirected, a script gets a body. */
export function finish<Body extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, flash, body, status = 200 }: Ending<Body>,
) {
  // Fastify checks and writes the body by the schema of the route.
  if (!request.sentForm) return reply.code(status).send(body)
  if (flash) setFlash(reply, flash)
  return reply.redirect(page, 303)
}
