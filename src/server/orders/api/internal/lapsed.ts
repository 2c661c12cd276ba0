import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addSignedHooks } from '#server/http/signed-calls.ts'
import { orderLapsedEmail } from '#server/orders/order-emails.ts'

import { ORDER_SIGNAL, writeToBuyer } from './order-signal.ts'

const LapsedSignal = Type.Object({
  ...ORDER_SIGNAL,
  /** ISO time until which its products were held. */
  held_until: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z$' }),
})

/** `POST /api/_internal/orders/lapsed`: an order was not paid in time. Register with `/api/_internal/orders`. */
export const orderLapsedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)

  app.post('/lapsed', { logLevel: 'warn', schema: { body: LapsedSignal } }, async (request, reply) => {
    const { order_id: id, held_until: heldUntil } = request.body
    await writeToBuyer(app, request.body, `order-lapsed:${id}`, async (about) => orderLapsedEmail(about, heldUntil))
    return reply.code(202).send({ accepted: true })
  })
}
