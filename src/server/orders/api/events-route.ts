import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { toShipments } from '#server/cart/order-progress.ts'
import { notePlacedOrder } from '#server/cart/orders-queries.ts'
import type { BackendOrder } from '#server/cart/to-order.ts'
import { orderAddressHash } from '#server/email/email-tokens.ts'
import { REQUEST_ID } from '#server/http/request-id.ts'
import { addSignedHooks } from '#server/http/signed-calls.ts'
import { DEFAULT_LOCALE, localeOfTag } from '#shared/i18n/locale.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import {
  orderCanceledEmail,
  orderLapsedEmail,
  orderNewsEmail,
  orderPlacedEmail,
  orderRefundedEmail,
  orderShippedEmail,
  transferRequestedEmail,
} from '../order-emails.ts'

const EMAIL_OF = {
  'order-placed': orderPlacedEmail,
  'order-shipped': orderShippedEmail,
  'order-refunded': orderRefundedEmail,
  'order-canceled': orderCanceledEmail,
  'order-lapsed': orderLapsedEmail,
  'transfer-requested': transferRequestedEmail,
}

/** See `commerce/src/migration-scripts/storefront-events.js`. */
const OrderEvent = Type.Object({
  /** Idempotency key: an event that is repeated sends no second email. */
  id: Type.String({ pattern: '^[a-z-]{1,40}:[A-Za-z0-9_]{1,80}$' }),
  kind: Type.Unsafe<keyof typeof EMAIL_OF>({ type: 'string', enum: Object.keys(EMAIL_OF) }),
  /** The full tag of the language that the order was placed in; null if none was stored. */
  locale: Type.Union([Type.String({ maxLength: 35 }), Type.Null()]),
  /** As the Store API shows it. */
  order: Type.Unsafe<BackendOrder>(
    Type.Object({ id: Type.String({ pattern: '^order_[A-Za-z0-9]{1,64}$' }) }, { additionalProperties: true }),
  ),
  data: Type.Object({
    /** For the log only: any text or none, so that no email is lost for it. */
    request_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    fulfillment_id: Type.Optional(Type.String()),
    /** In the backend's unit. */
    amount: Type.Optional(Type.Number({ minimum: 0 })),
    /** ISO time until which the stock was reserved. */
    held_until: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z$' })),
    /** Authorizes the answer to a transfer. */
    token: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
})

/** Fits an order of hundreds of lines. */
const BODY_LIMIT = 1_048_576

/** Records the order for the look-up and queues the email. If it fails, the backend tries again. */
export const eventsRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)
  const {
    secret,
    priceUnit,
    orders: { newsTo, dashboardUrl },
  } = app.config

  app.post('/events', {
    bodyLimit: BODY_LIMIT,
    logLevel: 'warn',
    schema: { summary: 'The backend reports what happened to an order', body: OrderEvent },
    async handler(request, reply) {
      const { id: once, kind, locale: tag, order: backendOrder, data } = request.body
      const locale = localeOfTag(tag) ?? DEFAULT_LOCALE
      const order = app.carts.describeOrder(backendOrder, locale)
      const { id, number, email: to } = order
      reply.code(202)
      if (!to) return { accepted: true }
      const letter = EMAIL_OF[kind]({
        order,
        locale,
        origin: app.shopOrigin(),
        translate: app.translate,
        orderUrl: app.orders.links.open(locale, id),
        tracking: toShipments(backendOrder, data.fulfillment_id),
        amount: toHundredths(data.amount ?? 0, priceUnit, order.currency_code),
        heldUntil: data.held_until ?? '',
        token: data.token ?? '',
      })
      const addressHash = orderAddressHash(secret, to)
      const cause = data.request_id && REQUEST_ID.test(data.request_id) ? { requestId: data.request_id } : {}
      await app.database.transaction(async (tx) => {
        if (addressHash) await notePlacedOrder(tx, { id, number, addressHash })
        await app.emails.queue(tx, { to, letter, once, orderId: id, ...cause })
        if (kind === 'order-placed' && newsTo !== undefined) {
          const news = orderNewsEmail(order, dashboardUrl)
          await app.emails.queue(tx, { to: newsTo, letter: news, once: `order-news:${id}`, ...cause })
        }
      })
      return { accepted: true }
    },
  })
}
