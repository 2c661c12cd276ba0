import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/http/forms/flash.ts'
import { localeOf, redirectForm } from '#server/http/forms/form-body.ts'
import { HttpError } from '#server/http/http-error.ts'

import { readCustomer } from '../account.ts'
import type { KnownCustomer } from '../customer-backend.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import type { SessionRow } from '../sessions-queries.ts'

export const DETAILS_PAGE = '/account/details'

/**
 * Returns the account of a session, if it is the one that the form showed: in another tab, someone else may have signed
 * in since.
 * @throws HttpError 409
 */
export async function readShown(
  app: FastifyInstance,
  session: SessionRow,
  username: string | undefined,
): Promise<KnownCustomer> {
  const customer = await readCustomer(app, session)
  if (username === undefined || username === customer.email) return customer
  throw new HttpError(409, { message: ACCOUNT_MESSAGES.otherCustomer })
}

/** Answers a call with a message, or shows it on the page after the form. @param text an English message */
export function finish(request: FastifyRequest, reply: FastifyReply, text: string, page = DETAILS_PAGE) {
  const message = request.server.translate(localeOf(request), text)
  if (!request.sentForm) return { message }
  setFlash(reply, { message, done: 'saved' })
  return redirectForm(request, reply, page)
}
