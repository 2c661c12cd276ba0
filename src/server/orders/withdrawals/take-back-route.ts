import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { ORDER_MESSAGES } from '#server/cart/order-messages.ts'
import { setFlash } from '#server/http/forms/flash.ts'
import { addErrorHandler, localeOf } from '#server/http/forms/form-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import { OpenOrder, OrderMessage } from '#shared/order/order.ts'

import { WITHDRAWAL_MESSAGES } from './messages.ts'
import { takeBackWithdrawal } from './withdrawals-queries.ts'

/** `POST /withdrawals/take-back`: the link of the email that has told of a withdrawal takes it back until it is due. */
export const takeBackRoute: FastifyPluginAsyncTypebox = async (app) => {
  addErrorHandler(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? localePath(localeOf(request), '/order/take-back'),
  })
  const ofVisitor = app.limit({ name: 'withdrawals taken back', max: 60, seconds: 600 })

  app.post(
    '/withdrawals/take-back',
    { onRequest: ofVisitor, schema: { body: OpenOrder, response: { 200: OrderMessage } } },
    async (request, reply) => {
      const read = app.orders.links.read('take-back', request.body.token)
      if (read.state === 'damaged') throw new HttpError(400, { message: ORDER_MESSAGES.linkDamaged })
      if (!(await takeBackWithdrawal(app.database, read.subject)))
        throw new HttpError(409, { message: WITHDRAWAL_MESSAGES.tooLate })
      const message = app.translate(localeOf(request), WITHDRAWAL_MESSAGES.takenBack)
      if (!request.sentForm) return { message }
      setFlash(reply, { message, done: 'taken-back' })
      return reply.redirect(request.sentForm.returnTo ?? localePath(localeOf(request), '/order/take-back'), 303)
    },
  )
}
