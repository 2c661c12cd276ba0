import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { checkId } from '#server/cart/api/cart-access.ts'
import { finish, localeOf } from '#server/http/forms/finish.ts'
import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Backend } from '#server/medusa/http.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { AnswerTransfer, OrderMessage } from '#shared/order/order.ts'

const params = Type.Object({ id: Type.String() })

/** After an error a form is redirected to its `return_to`. */
export const transferRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const answer of ['accept', 'decline'] as const) {
    app.post(
      `/:id/transfer/${answer}`,
      {
        schema: {
          summary: `The owner answers a transfer: ${answer}`,
          params,
          body: AnswerTransfer,
          response: { 200: OrderMessage },
        },
      },
      async (request, reply) => {
        const id = checkId('order', request.params.id)
        const locale = localeOf(request)
        let text: string = TRANSFER_MESSAGES[answer]
        try {
          await answerTransfer(app.backend, answer, id, request.body.token)
        } catch (error) {
          // The transfer was already answered, so the form's page shows the message instead of the form.
          if (!request.sentForm || !(error instanceof HttpError) || error.statusCode !== 409) throw error
          text = error.facts.message
        }
        const message = app.translate(locale, text)
        return finish(request, reply, {
          page: localePath(locale, '/order/transfer'),
          flash: { message },
          body: { message },
        })
      },
    )
  }
}

type TransferAnswer = 'accept' | 'decline'

const TRANSFER_MESSAGES = {
  accept: /*i18n*/ 'You accepted the request. The order has moved to the other account.',
  decline: /*i18n*/ 'You declined the request. Your order hasn’t changed.',
  over: /*i18n*/ 'This request has already been answered or cancelled.',
  wrong: /*i18n*/ 'This link doesn’t match the request. Please open it from our email again.',
  noOrder: /*i18n*/ 'We couldn’t find this order.',
} as const

/** @throws HttpError 409 if no request is open, 403 if the token is wrong, 404 */
async function answerTransfer(
  { store }: Backend,
  answer: TransferAnswer,
  orderId: string,
  token: string,
): Promise<void> {
  try {
    if (answer === 'accept') await store.order.acceptTransfer(orderId, { token })
    else await store.order.declineTransfer(orderId, { token })
  } catch (error) {
    throw toHttpError(error)
  }
}

function toHttpError(error: unknown): unknown {
  if (!(error instanceof BackendError) || error.isUnavailable) return error
  if (error.status === 404) return new HttpError(404, { message: TRANSFER_MESSAGES.noOrder }, { cause: error })
  if (error.type === 'not_allowed')
    return new HttpError(403, { message: TRANSFER_MESSAGES.wrong, details: 'token' }, { cause: error })
  if (error.status === 400) return new HttpError(409, { message: TRANSFER_MESSAGES.over }, { cause: error })
  return error
}
