import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

import { ORDER_MESSAGES } from '#server/cart/cart-messages.ts'
import { isPlacedWith } from '#server/cart/orders-queries.ts'
import { orderAddressHashes } from '#server/email/email-tokens.ts'
import { MESSAGES } from '#server/http/errors.ts'
import { finish, localeOf, pageAfter } from '#server/http/forms/finish.ts'
import { addErrorHandler } from '#server/http/forms/write-errors.ts'
import { HttpError, refuseField } from '#server/http/http-error.ts'
import { deriveKeys, secretsOf } from '#server/keys.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { SendWithdrawal, WithdrawalAnswer, OpenOrder, OrderMessage } from '#shared/order/order.ts'
import { HELD_ORDERS, LONGEST_REASON } from '#shared/order/withdrawal-form.ts'

import { orderAccess } from '../order-access.ts'
import { WITHDRAWAL_MESSAGES } from './messages.ts'
import { openEmail, type Statement } from './statements.ts'
import { takeWithdrawal } from './take-withdrawal.ts'
import { heldOrderId } from './withdrawal-form.ts'
import { takeBackWithdrawal } from './withdrawals-queries.ts'

/** @throws HttpError 400 if the order was not placed with the typed address */
async function ownAddress(app: FastifyInstance, { orderId }: Statement, typed: string): Promise<string> {
  const addressHashes = orderAddressHashes(secretsOf(app.config), typed)
  if (!addressHashes) throw refuseField('email', MESSAGES.email)
  if (!(await isPlacedWith(app.database, orderId, addressHashes)))
    throw refuseField('email', WITHDRAWAL_MESSAGES.otherAddress)
  return typed.trim()
}

/** Never makes a declaration fail. Forms send each line break as two characters. */
function tidyReason(typed: string): string | null {
  return typed.replaceAll('\r\n', '\n').replaceAll('\0', '').trim().slice(0, LONGEST_REASON) || null
}

/** Does not wait for the backend: the declaration is stored and confirmed, and processed afterwards. */
export const withdrawalRoute: FastifyPluginAsyncTypebox = async (app) => {
  addErrorHandler(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? localePath(localeOf(request), '/order/withdraw'),
  })
  const ofVisitor = app.limit({ name: 'withdrawals', max: 20, seconds: 600 })

  app.post(
    '/withdrawals',
    {
      onRequest: ofVisitor,
      schema: {
        summary: 'Withdraws from the contract of an order or a part of it',
        body: SendWithdrawal,
        response: { 200: WithdrawalAnswer },
      },
    },
    async (request, reply) => {
      const statement = app.withdrawals.statements.read(request.body.statement)
      if (!statement) throw new HttpError(400, { message: WITHDRAWAL_MESSAGES.lapsed })
      const held = HELD_ORDERS.find((kind) => heldOrderId(request, kind) === statement.orderId)
      if (!held) throw new HttpError(403, { message: WITHDRAWAL_MESSAGES.notHeld })
      const locale = localeOf(request)
      const reason = tidyReason(request.body.reason ?? '')
      const { sealedEmail: sealed } = statement
      const known = statement.email ?? (sealed && openEmail(deriveKeys(secretsOf(app.config), 'sealed-emails'), sealed))
      const email = known || (await ownAddress(app, statement, request.body.email ?? ''))
      const isLinked = orderAccess(request, statement.orderId) === 'full'
      const withdrawal = await takeWithdrawal(app, { statement, email, reason, locale, isLinked })
      void app.withdrawals.carryOut()
      const message = app.translate(locale, WITHDRAWAL_MESSAGES[isLinked ? 'received' : 'receivedUnlinked'])
      return finish(request, reply, {
        page: localePath(locale, `/order/withdraw?order=${held}`),
        flash: { message, done: 'withdrawn' },
        body: { withdrawal, message },
      })
    },
  )
}

/** Revokes a withdrawal by the link in its email, until it is due. */
export const takeBackRoute: FastifyPluginAsyncTypebox = async (app) => {
  addErrorHandler(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? localePath(localeOf(request), '/order/take-back'),
  })
  const ofVisitor = app.limit({ name: 'withdrawals taken back', max: 60, seconds: 600 })

  app.post(
    '/withdrawals/take-back',
    {
      onRequest: ofVisitor,
      schema: { summary: 'Cancels a withdrawal', body: OpenOrder, response: { 200: OrderMessage } },
    },
    async (request, reply) => {
      const read = app.orders.links.read('take-back', request.body.token)
      if (read.state === 'damaged') throw new HttpError(400, { message: ORDER_MESSAGES.linkDamaged })
      if (!(await takeBackWithdrawal(app.database, read.subject)))
        throw new HttpError(409, { message: WITHDRAWAL_MESSAGES.tooLate })
      const message = app.translate(localeOf(request), WITHDRAWAL_MESSAGES.takenBack)
      return finish(request, reply, {
        page: pageAfter(request, '/order/take-back'),
        flash: { message, done: 'taken-back' },
        body: { message },
      })
    },
  )
}
