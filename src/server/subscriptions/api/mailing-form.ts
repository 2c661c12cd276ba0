import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { finish, localeOf } from '#server/http/forms/finish.ts'
import { type FieldMapping } from '#server/http/forms/form-body.ts'
import type { Count } from '#server/http/rate-limit.ts'
import { localePath, splitLocalePath } from '#shared/i18n/locale.ts'

import { MAILING_MESSAGES } from '../messages.ts'

/** Forms send empty fields too. */
export const mailingFieldMapping: FieldMapping = {
  names: [],
  apply(body) {
    for (const [name, value] of Object.entries(body)) if (value === '' && !name.endsWith('email')) delete body[name]
  },
}

/** A `return_to` counts only if it is that page with another query. */
export function emailPage(request: FastifyRequest, page: string): string {
  const returnTo = request.sentForm?.returnTo ?? ''
  const { locale, path } = splitLocalePath(returnTo)
  return locale && path.startsWith(`${page.split('?')[0]}?`) ? returnTo : localePath(localeOf(request), page)
}

/** The response is the same in every case. */
export function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  done: 'subscribed' | 'hinted' | 'alerted',
  page: string,
): FastifyReply {
  const message = request.server.translate(localeOf(request), MAILING_MESSAGES[done])
  return finish(request, reply, {
    page: emailPage(request, page),
    flash: { done, message, values: request.sentForm?.values ?? {} },
    body: { accepted: true },
    status: 202,
  })
}

/** Count after parsing the body, which sets the language of the error. */
export function emailsOfVisitor(app: FastifyInstance): Count {
  return app.limit({ name: 'emails asked for', max: 10, seconds: 60, crowd: { max: 300, share: 3 } })
}
