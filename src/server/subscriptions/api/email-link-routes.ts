import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import type { TokenPurpose } from '#server/email/email-tokens.ts'
import { finish, localeOf } from '#server/http/forms/finish.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { ChangePreferences, ConfirmSubscription } from '#shared/newsletter/mailing.ts'

import { MAILING_MESSAGES } from '../messages.ts'
import { changePreferences, confirm } from '../subscribe.ts'
import { mailingFieldMapping } from './mailing-form.ts'

const PREFERENCES = '/newsletter/preferences'
const response = { 200: Type.Object({ done: Type.Literal(true) }) }

/** The token is the only authorization. */
export const emailLinkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const leave = async (id: string) => void (await changePreferences(app.mailing, id, { subscribed: false }))
  await oneClick(app, { path: '/unsubscribe', purpose: 'preferences', page: PREFERENCES, act: leave })
  await app.register(confirmRoute)
  await app.register(preferencesRoute)
}

const confirmRoute: FastifyPluginAsyncTypebox = async (app) => {
  const page = (request: FastifyRequest) => pageOf(request, '/newsletter/confirm')
  addWriteHooks(app, { refusedTo: page, fieldMapping: mailingFieldMapping })

  app.post(
    '/confirm',
    { schema: { summary: 'Confirms a subscription', body: ConfirmSubscription, response } },
    async (request, reply) => {
      await confirm(app.mailing, subjectOf(request, 'confirm', request.body.token))
      return finish(request, reply, { page: page(request), body: { done: true } })
    },
  )
}

const preferencesRoute: FastifyPluginAsyncTypebox = async (app) => {
  const page = (request: FastifyRequest) => pageOf(request, PREFERENCES)
  addWriteHooks(app, { refusedTo: page, fieldMapping: mailingFieldMapping })

  app.post(
    '/preferences',
    { schema: { summary: 'Changes the preferences of a subscriber', body: ChangePreferences, response } },
    async (request, reply) => {
      const { token, ...change } = request.body
      const isSubscribed = await changePreferences(app.mailing, subjectOf(request, 'preferences', token), change)
      if (!isSubscribed) throw new HttpError(410, { message: MAILING_MESSAGES.linkLapsed, details: 'token' })
      const message = app.translate(localeOf(request), MAILING_MESSAGES.saved)
      return finish(request, reply, { page: page(request), flash: { message }, body: { done: true } })
    },
  )
}

/** @throws HttpError 410 if the link has expired, 400 if it is invalid */
function subjectOf({ server }: FastifyRequest, purpose: TokenPurpose, token: string): string {
  const read = server.mailing.tokens.read(purpose, token)
  if (read.state === 'damaged') throw new HttpError(400, { message: MAILING_MESSAGES.linkDamaged, details: 'token' })
  if (read.state === 'lapsed') throw new HttpError(410, { message: MAILING_MESSAGES.linkLapsed, details: 'token' })
  return read.subject
}

function pageOf(request: FastifyRequest, page: string): string {
  const query = new URLSearchParams({ token: request.sentForm?.values['token'] ?? '' })
  return `${localePath(localeOf(request), page)}?${query}`
}

interface OneClick {
  path: string
  purpose: TokenPurpose
  /** For a person, without a language prefix. */
  page: string
  act: (subject: string) => Promise<void>
}

/** More than the POST of RFC 8058 needs, in any form encoding. */
const BODY_LIMIT = 4096

/**
 * A mail provider sends one POST without cookies or origin, and follows no redirect; a person is redirected to the
 * page. GET changes nothing, and an expired link still works for unsubscribing.
 */
export async function oneClick(app: FastifyInstance, { path, purpose, page, act }: OneClick): Promise<void> {
  // Accept these content types only in this scope: elsewhere unknown content types are rejected.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })

    scope.get(path, { schema: { summary: 'Shows the page of an unsubscribe link' } }, async (request, reply) =>
      showPage(request, reply, page),
    )

    scope.post(
      path,
      { bodyLimit: BODY_LIMIT, schema: { summary: 'Unsubscribes with one click (RFC 8058)' } },
      async (request, reply) => {
        const read = scope.mailing.tokens.read(purpose, tokenOf(request))
        if (read.state !== 'damaged') await act(read.subject)
        if (!isOneClick(request.body)) return showPage(request, reply, page)
        if (read.state !== 'damaged') return { done: true }
        const message = scope.translate(request.visitor.locale, MAILING_MESSAGES.linkDamaged)
        return reply.code(400).send({ statusCode: 400, message, details: 'token' })
      },
    )
  })
}

/** In two steps, because a single regular expression would backtrack quadratically. */
function isOneClick(body: unknown): boolean {
  const [, ...after] = String(body).toLowerCase().split('list-unsubscribe')
  return after.join().includes('one-click')
}

/** From the URL (mail providers) or from a form field (the page). */
function tokenOf({ query, body }: FastifyRequest): string {
  const { token } = query as { token?: unknown }
  if (typeof token === 'string') return token
  return (typeof body === 'string' && new URLSearchParams(body).get('token')) || ''
}

function showPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const query = new URLSearchParams({ token: tokenOf(request) })
  return reply.redirect(`${localePath(request.visitor.locale, page)}?${query}`, 303)
}
