import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { identifyHolder } from '#server/cart/api/cart-cookies.ts'
import { localeOf } from '#server/http/forms/finish.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { changeOwnPreferences } from '#server/subscriptions/subscribe.ts'
import {
  AccountMessage,
  ChangeEmailPreferences,
  ChangeMe,
  ChangePassword,
  EndSessions,
  MeAnswer,
  OrdersAnswer,
  SavedAnswer,
  SessionsAnswer,
  SyncSaved,
} from '#shared/account/account.ts'
import { localePath } from '#shared/i18n/locale.ts'

import { checkPassword, listAccountOrders, listAccountSessions, readMe, readShown, updateMe } from '../account.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import { syncSaved } from '../saved.ts'
import { deleteSessions } from '../sessions-queries.ts'
import { finishWith } from './account-forms.ts'
import { accountOrderRoutes } from './account-order-routes.ts'
import { addressRoutes } from './address-routes.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { exportRoute } from './export-route.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { SIGN_IN_PAGE, signInRoutes } from './sign-in-routes.ts'

const saved = { 200: AccountMessage }

export const accountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addWriteHooks(app, {
    // A guest signs in first.
    refusedTo: (request, error) =>
      (error.statusCode === 401 ? undefined : request.sentForm?.refusedTo) ??
      localePath(localeOf(request), SIGN_IN_PAGE),
  })
  app.addHook('onRequest', identifyHolder)
  await app.register(signInRoutes)
  await app.register(addressRoutes)
  await app.register(emailRoutes)
  await app.register(deletionRoutes)
  await app.register(exportRoute)
  await app.register(accountOrderRoutes)
  await app.register(passkeyRoutes)
  const changing = app.limit({
    name: 'passwords changed',
    max: 10,
    seconds: 900,
    per: 'account',
    message: ACCOUNT_MESSAGES.tooManyPasswords,
  })

  app.get('/me', { schema: { summary: 'The signed-in customer', response: { 200: MeAnswer } } }, async (request) => ({
    customer: await readMe(app, await app.customers.requireSession(request)),
  }))

  app.post(
    '/me',
    { schema: { summary: 'Changes the name of the signed-in customer', body: ChangeMe, response: saved } },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      const { username, ...changes } = request.body
      await readShown(app, session, username)
      await updateMe(app, session, changes)
      return finishWith(request, reply, ACCOUNT_MESSAGES.detailsSaved)
    },
  )

  app.post(
    '/email-preferences',
    {
      schema: {
        summary: 'Changes what the signed-in customer receives by email',
        body: ChangeEmailPreferences,
        response: saved,
      },
    },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      const { username, ...change } = request.body
      const { email } = await readShown(app, session, username)
      await changeOwnPreferences(app.mailing, email, change, localeOf(request))
      return finishWith(request, reply, ACCOUNT_MESSAGES.preferencesSaved)
    },
  )

  app.post(
    '/password',
    { schema: { summary: 'Changes the password of the signed-in customer', body: ChangePassword, response: saved } },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      const { password, current = '', username } = request.body
      await changing(request, reply, session.customer_id)
      const customer = await readShown(app, session, username)
      await checkPassword(app, customer, current, password)
      await app.customers.changePassword(session, customer.email, password, localeOf(request))
      return finishWith(request, reply, ACCOUNT_MESSAGES.passwordSaved)
    },
  )

  app.get(
    '/sessions',
    { schema: { summary: 'The devices on which the customer is signed in', response: { 200: SessionsAnswer } } },
    async (request) => ({ sessions: await listAccountSessions(app, await app.customers.requireSession(request)) }),
  )

  app.post(
    '/sessions',
    { schema: { summary: 'Signs out on one other device, or on all', body: EndSessions, response: saved } },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      const { id: own, customer_id: customerId } = session
      const { id, username } = request.body
      await readShown(app, session, username)
      await deleteSessions(app.database, customerId, id ? { only: id } : { but: own })
      return finishWith(request, reply, id ? ACCOUNT_MESSAGES.sessionEnded : ACCOUNT_MESSAGES.sessionsEnded)
    },
  )

  app.post(
    '/saved',
    {
      schema: {
        summary: 'Saves what a browser has changed in its lists and ring size; null for a guest',
        body: SyncSaved,
        response: { 200: SavedAnswer },
      },
    },
    async (request) => {
      const session = await app.customers.session(request)
      // A browser that does not know yet that its session has ended is no error.
      return { saved: session ? await syncSaved(app.database, session.customer_id, request.body) : null }
    },
  )

  app.get(
    '/orders',
    {
      schema: {
        summary: 'The orders of the signed-in customer, the newest first',
        querystring: Type.Object({
          offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
        }),
        response: { 200: OrdersAnswer },
      },
    },
    async (request) => {
      const session = await app.customers.requireSession(request)
      return listAccountOrders(app, session, { locale: localeOf(request), ...request.query })
    },
  )
}
