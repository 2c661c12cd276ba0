import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { checkId } from '#server/api/carts/visitor-cart.ts'
import { setFlash } from '#server/api/forms/flash.ts'
import { localeOf } from '#server/api/forms/manners.ts'
import { answerTransfer, TRANSFER_SENTENCES } from '#server/commerce/customers/order-transfers.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { AnswerTransfer, TransferAnswered } from '#shared/api/order.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

const params = Type.Object({ id: Type.String() })

/** How the letter about a transfer is answered; a form is refused at the page that its `return_to` names. */
export const transferRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const answer of ['accept', 'decline'] as const) {
    app.post(
      `/:id/transfer/${answer}`,
      { schema: { params, body: AnswerTransfer, response: { 200: TransferAnswered } } },
      async (request, reply) => {
        const id = checkId('order', request.params.id)
        const locale = localeOf(request)
        let sentence: string = TRANSFER_SENTENCES[answer]
        try {
          await answerTransfer(app.backend, answer, id, request.body.token)
        } catch (error) {
          // Nothing is left to be answered: whoever sent the form is not shown it again.
          if (!request.sentForm || !(error instanceof Refusal) || error.statusCode !== 409) throw error
          sentence = error.facts.sentence
        }
        const message = app.translate(locale, sentence)
        if (!request.sentForm) return { message }
        setFlash(reply, { message })
        return reply.redirect(localePath(locale, '/order/transfer'), 303)
      },
    )
  }
}
