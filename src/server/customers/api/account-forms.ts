import type { FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/http/forms/flash.ts'
import { localeOf, redirectForm } from '#server/http/forms/form-body.ts'
import type { Flash } from '#shared/shop-data.ts'

export const DETAILS_PAGE = '/account/details'

/** @param text an English message */
export function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { page = DETAILS_PAGE, done = 'saved' }: { page?: string; done?: Flash['done'] } = {},
) {
  const message = request.server.translate(localeOf(request), text)
  if (!request.sentForm) return { message }
  setFlash(reply, { message, done })
  return redirectForm(request, reply, page)
}
