import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { firstEmailsAt } from '#server/email/emails-queries.ts'
import { addSignedHooks } from '#server/http/signed-calls.ts'
import { orderPlacedEmail } from '#server/orders/order-emails.ts'

import { ORDER_SIGNAL, writeToBuyer } from './order-signal.ts'

/** `POST /api/_internal/orders/placed`: register with the prefix `/api/_internal/orders`. */
export const orderPlacedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)

  const schema = { body: Type.Object(ORDER_SIGNAL) }
  app.post('/placed', { logLevel: 'warn', schema }, async (request, reply) => {
    const since = await firstEmailsAt(app.database)
    await writeToBuyer(app, request.body, `order-placed:${request.body.order_id}`, async (about) =>
      // Of an order that is older than our emails, no matter who placed it has heard by other means.
      new Date(about.order.created_at) < since
        ? null
        : orderPlacedEmail(about, app.orders.links.open(about.locale, about.order.id)),
    )
    return reply.code(202).send({ accepted: true })
  })
}
