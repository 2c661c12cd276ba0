import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import type { TokenPurpose } from '#server/email/email-tokens.ts'
import { setFlash } from '#server/http/forms/flash.ts'
import { addFormHooks, localeOf } from '#server/http/forms/form-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import { ChangePreferences, ConfirmSubscription } from '#shared/newsletter/mailing.ts'

import { changePreferences } from '../change-preferences.ts'
import { MAILING_MESSAGES } from '../messages.ts'
import { confirm } from '../subscribe.ts'
import { mailingFieldMapping } from './mailing-form.ts'
import { oneClick } from './one-click.ts'

const PREFERENCES = '/newsletter/preferences'
const response = { 200: Type.Object({ done: Type.Literal(true) }) }

/** What the pages behind the links of emails send. The token is all the right that it takes. */
export const emailLinkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const leave = async (id: string) => void (await changePreferences(app.mailing, id, { subscribed: false }))
  await oneClick(app, { path: '/unsubscribe', purpose: 'preferences', page: PREFERENCES, act: leave })
  await app.register(confirmRoute)
  await app.register(preferencesRoute)
}

const confirmRoute: FastifyPluginAsyncTypebox = async (app) => {
  const page = (request: FastifyRequest) => pageOf(request, '/newsletter/confirm')
  addFormHooks(app, { refusedTo: page, fieldMapping: mailingFieldMapping })

  app.post('/confirm', { schema: { body: ConfirmSubscription, response } }, async (request, reply) => {
    await confirm(app.mailing, subjectOf(request, 'confirm', request.body.token))
    return request.sentForm ? reply.redirect(page(request), 303) : { done: true as const }
  })
}

const preferencesRoute: FastifyPluginAsyncTypebox = async (app) => {
  const page = (request: FastifyRequest) => pageOf(request, PREFERENCES)
  addFormHooks(app, { refusedTo: page, fieldMapping: mailingFieldMapping })

  app.post('/preferences', { schema: { body: ChangePreferences, response } }, async (request, reply) => {
    const { token, ...change } = request.body
    const isSubscribed = await changePreferences(app.mailing, subjectOf(request, 'preferences', token), change)
    if (!isSubscribed) throw new HttpError(410, { message: MAILING_MESSAGES.linkLapsed, details: 'token' })
    if (!request.sentForm) return { done: true as const }
    setFlash(reply, { message: app.translate(localeOf(request), MAILING_MESSAGES.saved) })
    return reply.redirect(page(request), 303)
  })
}

/** @throws HttpError 410 for a link that has lapsed, 400 for one that is none of ours */
function subjectOf({ server }: FastifyRequest, purpose: TokenPurpose, token: string): string {
  const read = server.mailing.tokens.read(purpose, token)
  if (read.state === 'damaged') throw new HttpError(400, { message: MAILING_MESSAGES.linkDamaged, details: 'token' })
  if (read.state === 'lapsed') throw new HttpError(410, { message: MAILING_MESSAGES.linkLapsed, details: 'token' })
  return read.subject
}

/** The page that a form came from, by the token that it sent: it says how things stand. */
function pageOf(request: FastifyRequest, page: string): string {
  const query = new URLSearchParams({ token: request.sentForm?.values['token'] ?? '' })
  return `${localePath(localeOf(request), page)}?${query}`
}
