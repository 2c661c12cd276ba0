import type { FastifyReply, FastifyRequest } from 'fastify'

import { finish, localeOf, pageAfter } from '#server/http/forms/finish.ts'
import type { Flash } from '#shared/shop-data.ts'

export const DETAILS_PAGE = '/account/details'

/** @param text an English message */
export function finishWith(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { page = DETAILS_PAGE, done = 'saved', status = 200 }: { page?: string; done?: Flash['done']; status?: number } = {},
) {
  const message = request.server.translate(localeOf(request), text)
  return finish(request, reply, { page: pageAfter(request, page), flash: { message, done }, body: { message }, status })
}
