import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { addressHash, addressKey } from '#server/email/email-tokens.ts'
import { networkOf } from '#server/http/client-network.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { finish, localeOf, pageAfter } from '#server/http/forms/finish.ts'
import { addErrorHandler } from '#server/http/forms/write-errors.ts'
import { HttpError, refuseField } from '#server/http/http-error.ts'
import { createKeyedQueue, QueueFullError } from '#server/infra/keyed-queue.ts'
import {
  AccountMessage,
  Register,
  ResetPassword,
  SendAccountLink,
  SignIn,
  UseAccountLink,
} from '#shared/account/account.ts'
import { localePath, type Locale } from '#shared/i18n/locale.ts'

import type { SigningIn } from '../account.ts'
import { answerAtSteps } from '../answer-at-steps.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import { LINK_MINUTES, type AccountLink } from '../sessions-queries.ts'

export const SIGN_IN_PAGE = '/account/sign-in'
const HOUR = 3600
/** How many logins of one network wait, one after the other. */
const MOST_LOGINS = 30

const SignedIn = Type.Object({
  done: Type.Literal(true),
  notice: Type.Optional(Type.String({ description: "what happened to the customer's carts" })),
})
const done = { 200: SignedIn }
const sent = { 202: AccountMessage }

/** No response reveals whether an address has an account. */
export const signInRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addErrorHandler(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? localePath(localeOf(request), SIGN_IN_PAGE),
  })
  const message = ACCOUNT_MESSAGES.tooManyLinks
  const linksOfVisitor = app.limit({ name: 'account links asked for', max: 20, seconds: HOUR, message })
  const linksOfBrowser = app.limit({
    name: 'account links to an address known to the browser',
    max: 5,
    seconds: HOUR,
    per: 'mailbox',
    message,
  })
  // A customer whose mailbox strangers have used up always has a link that works: the next is sent when it expires.
  const linksOfCustomer = app.limit({
    name: 'further account links of a customer',
    max: 1,
    seconds: LINK_MINUTES * 60,
    per: 'mailbox',
  })
  const opening = app.limit({ name: 'account links opened', max: 60, seconds: 600 })
  const tooMany = ACCOUNT_MESSAGES.tooManyPasswords
  const triesOfVisitor = app.limit({ name: 'passwords tried', max: 30, seconds: HOUR, message: tooMany })
  const triesOfAddress = app.limit({
    name: 'passwords of an address tried',
    max: 10,
    seconds: 900,
    per: 'mailbox',
    message: tooMany,
  })

  // Many at a time would show by their duration which of them hashes a password.
  const logins = createKeyedQueue(MOST_LOGINS)

  app.post(
    '/sign-in-link',
    {
      schema: {
        summary: 'Emails a link that signs in, and opens an account if there is none',
        body: SendAccountLink,
        response: sent,
      },
    },
    async (request, reply) => sendLink(request, reply, { email: request.body.email, purpose: 'sign-in' }),
  )

  app.post(
    '/sign-in-link/use',
    { schema: { summary: 'Signs in by the link from an email', body: UseAccountLink, response: done } },
    async (request, reply) => openLink(request, reply, request.body),
  )

  app.post(
    '/sign-in',
    { schema: { summary: 'Signs in by password', body: SignIn, response: done } },
    async (request, reply) => {
      const email = emailOf(request.body.email)
      await triesOfVisitor(request, reply)
      await triesOfAddress(request, reply, limitedKey(request, email))
      const { password } = request.body
      const notice = await answerAtSteps(
        async () => app.customers.signInByPassword(visitOf(request, reply), email, password),
        async (task) => logins.run(networkOf(request.ip), task),
      ).catch((error: unknown) => {
        throw error instanceof QueueFullError ? new HttpError(429, { message: MESSAGES.tooMany }) : error
      })
      return openAccount(request, reply, notice)
    },
  )

  app.post(
    '/register',
    {
      schema: { summary: 'Emails a link that opens an account with a password', body: Register, response: sent },
    },
    async (request, reply) => {
      const { email, first_name: first = '', last_name: last = '' } = request.body
      return sendLink(request, reply, {
        email,
        purpose: 'register',
        first_name: first.trim() || null,
        last_name: last.trim() || null,
      })
    },
  )

  app.post(
    '/password/forgot',
    {
      schema: { summary: 'Emails a link that sets another password', body: SendAccountLink, response: sent },
    },
    async (request, reply) => sendLink(request, reply, { email: request.body.email, purpose: 'password' }),
  )

  app.post(
    '/password/reset',
    {
      schema: {
        summary: 'Sets the password by the link from an email, and signs in',
        body: ResetPassword,
        response: done,
      },
    },
    async (request, reply) => openLink(request, reply, request.body),
  )

  app.post(
    '/sign-out',
    { schema: { summary: 'Signs out in this browser', response: done } },
    async (request, reply) => {
      await app.customers.signOut(request, reply)
      return finish(request, reply, {
        page: pageAfter(request, SIGN_IN_PAGE),
        flash: { message: app.translate(localeOf(request), ACCOUNT_MESSAGES.signedOut), done: 'signed-out' },
        body: { done: true },
      })
    },
  )

  async function sendLink(
    request: FastifyRequest,
    reply: FastifyReply,
    { email: typed, ...link }: Partial<AccountLink> & Pick<AccountLink, 'email' | 'purpose'>,
  ) {
    const email = emailOf(typed)
    await linksOfVisitor(request, reply)
    const isKnown = app.customers.isKnownHere(request, email)
    if (isKnown) await linksOfBrowser(request, reply, addressHash(email))
    const locale = localeOf(request)
    app.customers.noteAsked(reply, email)
    const whole = { first_name: null, last_name: null, ...link, email }
    const isSent = await app.customers.sendLink(whole, locale, { isUnconfirmed: !isKnown })
    if (!isSent && link.purpose === 'sign-in')
      // The response does not wait for it, so that its time reveals nothing either.
      void sendToCustomer(whole, locale).catch((error: unknown) =>
        app.log.warn({ event: 'account.link_failed', err: error }, 'the link of a customer could not be emailed'),
      )
    const text = app.translate(locale, ACCOUNT_MESSAGES.linkSent)
    return finish(request, reply, {
      page: request.sentForm?.refusedTo ?? localePath(locale, SIGN_IN_PAGE),
      flash: { message: text, done: 'link-sent', values: { email } },
      body: { message: text },
      status: 202,
    })
  }

  async function sendToCustomer(link: AccountLink, locale: Locale): Promise<void> {
    if (!(await linksOfCustomer.allows(addressHash(link.email)))) return
    if (await app.customers.backend.hasAccount(link.email))
      await app.customers.sendLink(link, locale, { isUnconfirmed: false })
  }

  async function openLink(
    request: FastifyRequest,
    reply: FastifyReply,
    link: { token: string; password?: string; email?: string },
  ) {
    await opening(request, reply)
    return openAccount(request, reply, await app.customers.signInByLink(visitOf(request, reply), link))
  }

  function openAccount(request: FastifyRequest, reply: FastifyReply, notice: string) {
    return finish(request, reply, {
      page: pageAfter(request, '/account'),
      ...(notice && { flash: { message: notice, done: 'saved' } }),
      body: { done: true, notice: notice || undefined },
    })
  }
}

/** Strangers cannot lock the owner out of a browser in which they have signed in before: it is counted apart. */
function limitedKey(request: FastifyRequest, email: string): string {
  const hash = addressHash(email)
  return request.server.customers.isKnownHere(request, email) ? `known ${hash}` : hash
}

function visitOf(request: FastifyRequest, reply: FastifyReply): SigningIn {
  return { request, reply, locale: localeOf(request) }
}

function emailOf(typed: string): string {
  const email = addressKey(typed)
  if (!email) throw refuseField('email', MESSAGES.email)
  return email
}
