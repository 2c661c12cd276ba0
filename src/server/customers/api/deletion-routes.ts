import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { localeOf } from '#server/http/forms/finish.ts'
import { refuseField } from '#server/http/http-error.ts'
import { AccountMessage, DeleteAccount, KeepAccount } from '#shared/account/account.ts'

import { readShown } from '../account.ts'
import { beginDeletion, keepAccount } from '../deletion.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import { finishWith } from './account-forms.ts'
import { SIGN_IN_PAGE } from './sign-in-routes.ts'

const answers = { 200: AccountMessage }

export const deletionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // Each change is emailed.
  const changing = app.limit({ name: 'account deletions', max: 10, seconds: 3600, per: 'account' })

  app.delete(
    '/me',
    {
      schema: {
        summary: 'Signs out everywhere, and deletes the account in 14 days unless it is kept',
        response: answers,
      },
    },
    async (request, reply) => begin(request, reply),
  )

  app.post(
    '/me/delete',
    {
      schema: {
        summary: 'Deletes the account like the call of DELETE, for a form that has a box to tick',
        body: DeleteAccount,
        response: answers,
      },
    },
    async (request, reply) => {
      const { confirm, username } = request.body
      await app.customers.requireSession(request)
      if (confirm !== 'yes') throw refuseField('confirm', ACCOUNT_MESSAGES.confirmDeletion)
      return begin(request, reply, username)
    },
  )

  app.post(
    '/me/keep',
    {
      schema: {
        summary: 'Takes back the deletion of the signed-in customer’s account',
        body: KeepAccount,
        response: answers,
      },
    },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      const { id } = await readShown(app, session, request.body.username)
      await changing(request, reply, id)
      await keepAccount(app, id)
      return finishWith(request, reply, ACCOUNT_MESSAGES.deletionCanceled)
    },
  )

  async function begin(request: FastifyRequest, reply: FastifyReply, username?: string) {
    const session = await app.customers.requireSession(request)
    const customer = await readShown(app, session, username)
    await changing(request, reply, customer.id)
    await beginDeletion(app, customer, localeOf(request))
    app.customers.clearCookies(request, reply)
    return finishWith(request, reply, ACCOUNT_MESSAGES.deletionBegun, { page: SIGN_IN_PAGE, done: 'signed-out' })
  }
}
