import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { addressKey } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { localeOf } from '#server/http/forms/finish.ts'
import { refuseField } from '#server/http/http-error.ts'
import { AccountMessage, ChangeEmail, ConfirmEmail } from '#shared/account/account.ts'

import { checkPassword, readShown } from '../account.ts'
import { answerAtSteps } from '../answer-at-steps.ts'
import { allowEmailChange, askForEmailChange, confirmEmailChange } from '../change-email.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import { finishWith } from './account-forms.ts'

/** No response reveals whether an address has an account. */
export const emailRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const tooManyPasswords = ACCOUNT_MESSAGES.tooManyPasswords
  const passwords = app.limit({
    name: 'passwords changed',
    max: 10,
    seconds: 900,
    per: 'account',
    message: tooManyPasswords,
  })
  const message = ACCOUNT_MESSAGES.tooManyLinks
  const changesOfAccount = app.limit({
    name: 'address changes asked for',
    max: 5,
    seconds: 3600,
    per: 'account',
    message,
  })
  const opening = app.limit({ name: 'account links opened', max: 60, seconds: 600 })

  app.post(
    '/email',
    {
      schema: {
        summary: 'Emails the signed-in customer a link that lets another address be confirmed',
        body: ChangeEmail,
        response: { 202: AccountMessage },
      },
    },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      const { email: typed, current = '', username } = request.body
      const email = addressKey(typed)
      if (!email) throw refuseField('email', MESSAGES.email)
      const customer = await readShown(app, session, username)
      if (email === customer.email) throw refuseField('email', ACCOUNT_MESSAGES.emailSame)
      if (customer.has_password) await passwords(request, reply, customer.id)
      await checkPassword(app, customer, current)
      await changesOfAccount(request, reply, customer.id)
      await askForEmailChange(app, customer, email, localeOf(request))
      return finishWith(request, reply, ACCOUNT_MESSAGES.emailAsked, { status: 202 })
    },
  )

  app.post(
    '/email/allow',
    {
      schema: {
        summary: 'Uses the link from that email, and emails the new address a link that changes it',
        body: ConfirmEmail,
        response: { 202: AccountMessage },
      },
    },
    async (request, reply) => {
      await opening(request, reply)
      await answerAtSteps(async () => allowEmailChange(app, request.body.token, localeOf(request)))
      return finishWith(request, reply, ACCOUNT_MESSAGES.emailAllowed, { status: 202 })
    },
  )

  app.post(
    '/email/confirm',
    {
      schema: {
        summary: 'Changes the address of the signed-in customer by the link from an email',
        body: ConfirmEmail,
        response: { 200: AccountMessage },
      },
    },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      await opening(request, reply)
      await confirmEmailChange(app, session, request.body.token, localeOf(request))
      return finishWith(request, reply, ACCOUNT_MESSAGES.emailChanged)
    },
  )
}
