import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { setFlash } from '#server/api/forms/flash.ts'
import { addRefusalManners, localeOf } from '#server/api/forms/manners.ts'
import { takeBackWithdrawal } from '#server/database/withdrawals.ts'
import { ORDER_SENTENCES } from '#server/orders/sentences.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { WITHDRAWAL_SENTENCES } from '#server/withdrawals/sentences.ts'
import { OpenOrder, OrderMessage } from '#shared/api/order.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

/** `POST /withdrawals/take-back`: the link of the email that has told of a withdrawal takes it back until it is due. */
export const takeBackRoute: FastifyPluginAsyncTypebox = async (app) => {
  addRefusalManners(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? localePath(localeOf(request), '/order/take-back'),
  })
  const ofVisitor = app.limit({ name: 'withdrawals taken back', max: 60, seconds: 600 })

  app.post(
    '/withdrawals/take-back',
    { onRequest: ofVisitor, schema: { body: OpenOrder, response: { 200: OrderMessage } } },
    async (request, reply) => {
      const read = app.orders.links.read('take-back', request.body.token)
      if (read.state === 'damaged') throw new Refusal(400, { sentence: ORDER_SENTENCES.linkDamaged })
      if (!(await takeBackWithdrawal(app.database, read.subject)))
        throw new Refusal(409, { sentence: WITHDRAWAL_SENTENCES.tooLate })
      const message = app.translate(localeOf(request), WITHDRAWAL_SENTENCES.takenBack)
      if (!request.sentForm) return { message }
      setFlash(reply, { message, done: 'taken-back' })
      return reply.redirect(request.sentForm.returnTo ?? localePath(localeOf(request), '/order/take-back'), 303)
    },
  )
}
