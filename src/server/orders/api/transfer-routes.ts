import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { checkId } from '#server/cart/api/visitor-cart.ts'
import { setFlash } from '#server/http/forms/flash.ts'
import { localeOf } from '#server/http/forms/form-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import { localePath } from '#shared/i18n/locale-path.ts'
import { AnswerTransfer, TransferAnswered } from '#shared/order/order.ts'

import { answerTransfer, TRANSFER_MESSAGES } from '../order-transfers.ts'

const params = Type.Object({ id: Type.String() })

/** How the email about a transfer is answered; a form is refused at the page that its `return_to` names. */
export const transferRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const answer of ['accept', 'decline'] as const) {
    app.post(
      `/:id/transfer/${answer}`,
      { schema: { params, body: AnswerTransfer, response: { 200: TransferAnswered } } },
      async (request, reply) => {
        const id = checkId('order', request.params.id)
        const locale = localeOf(request)
        let text: string = TRANSFER_MESSAGES[answer]
        try {
          await answerTransfer(app.backend, answer, id, request.body.token)
        } catch (error) {
          // Nothing is left to be answered: anyone who sent the form is not shown it again.
          if (!request.sentForm || !(error instanceof HttpError) || error.statusCode !== 409) throw error
          text = error.facts.message
        }
        const message = app.translate(locale, text)
        if (!request.sentForm) return { message }
        setFlash(reply, { message })
        return reply.redirect(localePath(locale, '/order/transfer'), 303)
      },
    )
  }
}
