import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addSignedHooks } from '#server/http/signed-calls.ts'
import { transferRequestedEmail } from '#server/orders/order-emails.ts'

import { ORDER_SIGNAL, writeToBuyer } from './order-signal.ts'

const TransferSignal = Type.Object({
  ...ORDER_SIGNAL,
  order_change_id: Type.String({ pattern: '^[A-Za-z0-9_]{1,80}$' }),
  /** Anyone who has it may answer. */
  token: Type.String({ minLength: 1, maxLength: 200 }),
})

/** `POST /api/_internal/orders/transfer-requested`: register with the prefix `/api/_internal/orders`. */
export const transferRequestedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)

  const schema = { body: TransferSignal }
  app.post('/transfer-requested', { logLevel: 'warn', schema }, async (request, reply) => {
    const { order_change_id: change, token } = request.body
    await writeToBuyer(app, request.body, `transfer-requested:${change}`, async (about) =>
      transferRequestedEmail(about, token),
    )
    return reply.code(202).send({ accepted: true })
  })
}
