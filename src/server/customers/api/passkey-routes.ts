import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { localeOf } from '#server/http/forms/finish.ts'
import { setFlash } from '#server/http/forms/flash.ts'
import { AccountMessage } from '#shared/account/account.ts'
import {
  AddPasskey,
  NewPasskeyOptions,
  PasskeysAnswer,
  PasskeySignInOptions,
  RemovePasskey,
  SignInByPasskey,
  StartPasskey,
  StartPasskeySignIn,
} from '#shared/account/passkeys.ts'

import { listAccountPasskeys, readShown } from '../account.ts'
import { ACCOUNT_MESSAGES } from '../messages.ts'
import { finishWith } from './account-forms.ts'

export const passkeyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { passkeys } = app.customers
  const message = ACCOUNT_MESSAGES.tooManyPasskeys
  // A page that suggests passkeys asks for a challenge without a click.
  const asking = app.limit({ name: 'passkey sign-ins asked for', max: 180, seconds: 600, message })
  const signingIn = app.limit({ name: 'passkey sign-ins', max: 60, seconds: 600, message })
  const adding = app.limit({ name: 'passkeys added', max: 20, seconds: 900, per: 'account', message })

  app.get(
    '/passkeys',
    { schema: { summary: 'The passkeys of the signed-in customer', response: { 200: PasskeysAnswer } } },
    async (request) => ({ passkeys: await listAccountPasskeys(app, await app.customers.requireSession(request)) }),
  )

  app.post(
    '/passkeys/options',
    {
      schema: {
        summary: 'Returns the options with which a browser creates a passkey',
        body: StartPasskey,
        response: { 200: NewPasskeyOptions },
      },
    },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      await adding(request, reply, session.customer_id)
      const customer = await readShown(app, session, request.body.username)
      return { options: await passkeys.startAdding(reply, session, customer) }
    },
  )

  app.post(
    '/passkeys',
    {
      schema: {
        summary: 'Adds the passkey that the browser created',
        body: AddPasskey,
        response: { 200: AccountMessage },
      },
    },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      await adding(request, reply, session.customer_id)
      const { response, username } = request.body
      const customer = await readShown(app, session, username)
      const locale = localeOf(request)
      await passkeys.add({ request, reply, locale }, session, customer, response)
      const text = app.translate(locale, ACCOUNT_MESSAGES.passkeyAdded)
      // The script shows it by reloading the page.
      setFlash(reply, { message: text, done: 'saved' })
      return { message: text }
    },
  )

  app.post(
    '/passkeys/remove',
    { schema: { summary: 'Removes a passkey', body: RemovePasskey, response: { 200: AccountMessage } } },
    async (request, reply) => {
      const session = await app.customers.requireSession(request)
      const { id, username } = request.body
      const customer = await readShown(app, session, username)
      await passkeys.remove(session, customer, id, localeOf(request))
      return finishWith(request, reply, ACCOUNT_MESSAGES.passkeyRemoved)
    },
  )

  app.post(
    '/passkeys/sign-in/options',
    {
      schema: {
        summary: 'Returns the options with which a browser signs in by passkey',
        body: StartPasskeySignIn,
        response: { 200: PasskeySignInOptions },
      },
    },
    async (request, reply) => {
      await asking(request, reply)
      return { options: await passkeys.startSignIn(reply) }
    },
  )

  app.post(
    '/passkeys/sign-in',
    {
      schema: {
        summary: 'Signs in by a passkey',
        body: SignInByPasskey,
        response: { 200: Type.Object({ done: Type.Literal(true) }) },
      },
    },
    async (request, reply) => {
      await signingIn(request, reply)
      const notice = await passkeys.signIn({ request, reply, locale: localeOf(request) }, request.body.response)
      // The script opens the account, which shows it.
      if (notice) setFlash(reply, { message: notice, done: 'saved' })
      return { done: true as const }
    },
  )
}
