import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addSignedManners } from '#server/api/_internal/signed-calls.ts'
import { orderPlacedLetter } from '#server/email/order-letters.ts'

import { ORDER_SIGNAL, writeToBuyer } from './order-signal.ts'

/** `POST /api/_internal/orders/placed`: register with the prefix `/api/_internal/orders`. */
export const orderPlacedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedManners(app)

  const schema = { body: Type.Object(ORDER_SIGNAL) }
  app.post('/placed', { logLevel: 'warn', schema }, async (request, reply) => {
    await writeToBuyer(app, request.body, `order-placed:${request.body.order_id}`, orderPlacedLetter)
    return reply.code(202).send({ accepted: true })
  })
}
