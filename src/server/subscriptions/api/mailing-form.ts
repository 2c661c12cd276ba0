import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/http/forms/flash.ts'
import { type FieldMapping, localeOf } from '#server/http/forms/form-body.ts'
import type { Count } from '#server/http/rate-limit.ts'
import { localePath, splitLocalePath } from '#shared/i18n/locale.ts'

import { MAILING_MESSAGES } from '../messages.ts'

/** A form sends the fields that no one filled in, too. */
export const mailingFieldMapping: FieldMapping = {
  names: [],
  apply(body) {
    for (const [name, value] of Object.entries(body)) if (value === '' && !name.endsWith('email')) delete body[name]
  },
}

/**
 * Where a form is told what became of it: the page of emails, which alone shows it. Of what the form itself says, only
 * what that page is about counts.
 */
export function emailPage(request: FastifyRequest, page: string): string {
  const returnTo = request.sentForm?.returnTo ?? ''
  const { locale, path } = splitLocalePath(returnTo)
  return locale && path.startsWith('/newsletter?') ? returnTo : localePath(localeOf(request), page)
}

/** Says that the wish was heard: with 202, and on a page to anyone who sent a form. Everybody is told the same. */
export function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  done: 'subscribed' | 'hinted',
  page: string,
): FastifyReply {
  if (!request.sentForm) return reply.code(202).send({ accepted: true })
  const message = request.server.translate(localeOf(request), MAILING_MESSAGES[done])
  setFlash(reply, { done, message, values: request.sentForm.values })
  return reply.redirect(emailPage(request, page), 303)
}

/** What keeps anybody from making us write to others in numbers. */
interface EmailLimits {
  /** One visitor, whatever they ask for. To be counted once the body is read, since a refusal speaks its language. */
  ofVisitor: Count
  /** The hints of one visitor: they carry words of theirs to people who asked for nothing. */
  hintsOfVisitor: Count
  /** All who ask, together: before anything is written. */
  ofShop: Count
  /** One address, no matter who names it. */
  ofAddress: Count
}

export function emailLimits(app: FastifyInstance): EmailLimits {
  return {
    ofVisitor: app.limit({ name: 'letters of a visitor', max: 10, seconds: 60 }),
    hintsOfVisitor: app.limit({ name: 'hints of a visitor', max: 30, seconds: 86_400 }),
    ofShop: app.limit({ name: 'letters of the shop', max: 300, seconds: 60 }),
    ofAddress: app.limit({ name: 'letters to an address', max: 20, seconds: 3600 }),
  }
}
