import type { FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/http/forms/flash.ts'
import type { FieldMapping } from '#server/http/forms/form-body.ts'
import { localeOf } from '#server/http/forms/form-hooks.ts'
import { localePath, splitLocalePath } from '#shared/i18n/locale-path.ts'

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
