import type { FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/api/forms/flash.ts'
import type { FormWords } from '#server/api/forms/form-body.ts'
import { localeOf } from '#server/api/forms/manners.ts'
import { MAILING_SENTENCES } from '#server/mailing/sentences.ts'
import { localePath, splitLocalePath } from '#shared/i18n/locale-path.ts'

/** A form sends the fields that nobody filled in, too. */
export const mailingFormWords: FormWords = {
  names: [],
  apply(body) {
    for (const [name, value] of Object.entries(body)) if (value === '' && !name.endsWith('email')) delete body[name]
  },
}

/**
 * Where a form is told what became of it: the page of letters, which alone shows it. Of what the form itself says, only
 * what that page is about counts.
 */
export function letterPage(request: FastifyRequest, page: string): string {
  const returnTo = request.sentForm?.returnTo ?? ''
  const { locale, path } = splitLocalePath(returnTo)
  return locale && path.startsWith('/newsletter?') ? returnTo : localePath(localeOf(request), page)
}

/** Says that the wish was heard: with 202, and on a page to whoever sent a form. Everybody is told the same. */
export function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  done: 'subscribed' | 'hinted',
  page: string,
): FastifyReply {
  if (!request.sentForm) return reply.code(202).send({ accepted: true })
  const message = request.server.translate(localeOf(request), MAILING_SENTENCES[done])
  setFlash(reply, { done, message, values: request.sentForm.values })
  return reply.redirect(letterPage(request, page), 303)
}
