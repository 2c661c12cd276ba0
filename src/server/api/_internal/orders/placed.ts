import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { addSignedManners } from '#server/api/_internal/signed-calls.ts'
import { firstLetters } from '#server/database/mailing/letters.ts'
import { orderPlacedLetter } from '#server/email/order-letters.ts'

import { ORDER_SIGNAL, writeToBuyer } from './order-signal.ts'

/** `POST /api/_internal/orders/placed`: register with the prefix `/api/_internal/orders`. */
export const orderPlacedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedManners(app)

  const schema = { body: Type.Object(ORDER_SIGNAL) }
  app.post('/placed', { logLevel: 'warn', schema }, async (request, reply) => {
    const since = await firstLetters(app.database)
    await writeToBuyer(app, request.body, `order-placed:${request.body.order_id}`, async (about) =>
      // Of an order that is older than our letters, whoever placed it has heard by other means.
      new Date(about.order.created_at) < since
        ? null
        : orderPlacedLetter(about, app.orders.links.open(about.locale, about.order.id)),
    )
    return reply.code(202).send({ accepted: true })
  })
}
