import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'

import { toTracking } from '#server/cart/order-progress.ts'
import { isPlacedOrderNoted, notePlacedOrder } from '#server/cart/orders-queries.ts'
import { orderAddressHash } from '#server/email/email-tokens.ts'
import { isQueued, firstEmailsAt } from '#server/email/emails-queries.ts'
import type { EmailOrder } from '#server/email/mailer-plugin.ts'
import { REQUEST_ID } from '#server/http/request-id.ts'
import { warnSeldom, addSignedHooks } from '#server/http/signed-calls.ts'
import type { Translate } from '#server/http/translations.ts'
import type { Email } from '#shared/email/email.ts'
import { DEFAULT_LOCALE, localeOfTag, type Locale } from '#shared/i18n/locale.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'
import type { Order } from '#shared/order/order.ts'

import {
  orderCanceledEmail,
  orderLapsedEmail,
  orderNewsEmail,
  orderPlacedEmail,
  orderRefundedEmail,
  orderShippedEmail,
  transferRequestedEmail,
} from '../order-emails.ts'

/** `locale` is the full tag of the language that the order was placed in; null if none was stored. */
const ORDER_SIGNAL = {
  order_id: Type.String({ pattern: '^order_[A-Za-z0-9]{1,64}$' }),
  locale: Type.Union([Type.String({ maxLength: 35 }), Type.Null()]),
  /** For the log only: any text or none, so that no email is lost for it. */
  request_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
}
const OrderSignal = Type.Object(ORDER_SIGNAL)

/** Shorter than the backend's timeout for this call. */
const WAYS_MS = 5_000

const UNSEEN =
  'The backend tells of an order and does not show it: look whether MEDUSA_URL leads to the one that tells, and whether it knows MEDUSA_PUBLISHABLE_KEY.'

/** Records the order for the look-up and queues an email, one for each `once`. If it throws, the backend retries. */
async function writeToBuyer(
  app: FastifyInstance,
  { order_id: id, locale: tag, request_id: requestId }: Static<typeof OrderSignal>,
  once: string,
  write: (about: { order: Order; locale: Locale; origin: string; translate: Translate }) => Promise<Email | null>,
  newsOf?: (order: Order) => EmailOrder | undefined,
): Promise<void> {
  // After a restart the backend reports the day's orders again. Skip those that are already processed.
  if ((await isQueued(app.database, once)) && (await isPlacedOrderNoted(app.database, id))) return
  const locale = localeOfTag(tag) ?? DEFAULT_LOCALE
  const order = await readSignaledOrder(app, id, locale)
  const { email: to } = order
  if (!to) return
  const mail = await write({ order, locale, origin: app.shopOrigin(), translate: app.translate })
  const addressHash = orderAddressHash(app.config.secret, to)
  await app.database.transaction(async (tx) => {
    if (addressHash) await notePlacedOrder(tx, { id, number: order.number, addressHash })
    const cause = requestId && REQUEST_ID.test(requestId) ? { requestId } : {}
    if (!mail) return
    await app.emails.queue(tx, { to, letter: mail, once, orderId: id, ...cause })
    const news = newsOf?.(order)
    if (news) await app.emails.queue(tx, { ...news, ...cause })
  })
}

/** If the backend reports an order that it does not return, the configuration is wrong. */
async function readSignaledOrder(app: FastifyInstance, id: string, locale: Locale): Promise<Order> {
  try {
    // No shopper waits for this, and the email is written only once, so allow time to fetch the delivery date.
    return await app.carts.readOrder(id, { locale, waitMs: WAYS_MS })
  } catch (error) {
    const { statusCode = 500 } = error as { statusCode?: number }
    // Server errors are logged elsewhere.
    if (statusCode < 500) warnSeldom(app.log, UNSEEN, { event: 'orders.signal_failed', err: error, order: id })
    throw error
  }
}

const LapsedSignal = Type.Object({
  ...ORDER_SIGNAL,
  /** ISO time until which the stock was reserved. */
  held_until: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z$' }),
})

export const orderLapsedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)

  app.post(
    '/lapsed',
    {
      logLevel: 'warn',
      schema: { summary: 'The backend reports an unpaid order that was canceled', body: LapsedSignal },
    },
    async (request, reply) => {
      const { order_id: id, held_until: heldUntil } = request.body
      await writeToBuyer(app, request.body, `order-lapsed:${id}`, async (about) => orderLapsedEmail(about, heldUntil))
      return reply.code(202).send({ accepted: true })
    },
  )
}

export const orderPlacedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)

  const schema = { summary: 'The backend reports a placed order', body: Type.Object(ORDER_SIGNAL) }
  app.post('/placed', { logLevel: 'warn', schema }, async (request, reply) => {
    const since = await firstEmailsAt(app.database)
    const { newsTo, dashboardUrl } = app.config.orders
    await writeToBuyer(
      app,
      request.body,
      `order-placed:${request.body.order_id}`,
      async (about) =>
        // Orders from before this shop sent emails were confirmed in another way.
        new Date(about.order.created_at) < since
          ? null
          : orderPlacedEmail(about, app.orders.links.open(about.locale, about.order.id)),
      (order) =>
        newsTo === undefined
          ? undefined
          : { to: newsTo, letter: orderNewsEmail(order, dashboardUrl), once: `order-news:${order.id}` },
    )
    return reply.code(202).send({ accepted: true })
  })
}

const Id = Type.String({ pattern: '^[A-Za-z0-9_]{1,80}$' })

const ShippedSignal = Type.Object({
  ...ORDER_SIGNAL,
  fulfillment_id: Id,
  /** As staff and carriers' programs entered them. */
  labels: Type.Array(
    Type.Object({
      tracking_number: Type.Union([Type.String(), Type.Null()]),
      tracking_url: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
})

const RefundedSignal = Type.Object({
  ...ORDER_SIGNAL,
  refund_id: Id,
  /** In the backend's unit. */
  amount: Type.Number({ minimum: 0 }),
})

/** What staff do with an order in the dashboard. */
export const staffSignalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)
  const linkTo = (locale: Locale, id: string): string => app.orders.links.open(locale, id)

  const shipped = { summary: 'The backend reports a shipped parcel', body: ShippedSignal }
  app.post('/shipped', { logLevel: 'warn', schema: shipped }, async (request, reply) => {
    const { order_id: id, fulfillment_id: parcel, labels } = request.body
    await writeToBuyer(app, request.body, `order-shipped:${parcel}`, async (about) =>
      orderShippedEmail(about, { orderUrl: linkTo(about.locale, id), tracking: toTracking(labels) }),
    )
    return reply.code(202).send({ accepted: true })
  })

  const refunded = { summary: 'The backend reports a refund', body: RefundedSignal }
  app.post('/refunded', { logLevel: 'warn', schema: refunded }, async (request, reply) => {
    const { order_id: id, refund_id: refund, amount } = request.body
    await writeToBuyer(app, request.body, `order-refunded:${refund}`, async (about) =>
      orderRefundedEmail(about, {
        orderUrl: linkTo(about.locale, id),
        amount: toHundredths(amount, app.config.priceUnit, about.order.currency_code),
      }),
    )
    return reply.code(202).send({ accepted: true })
  })

  const canceled = { summary: 'The backend reports an order that staff canceled', body: OrderSignal }
  app.post('/canceled', { logLevel: 'warn', schema: canceled }, async (request, reply) => {
    const { order_id: id } = request.body
    await writeToBuyer(app, request.body, `order-canceled:${id}`, async (about) =>
      orderCanceledEmail(about, linkTo(about.locale, id)),
    )
    return reply.code(202).send({ accepted: true })
  })
}

const TransferSignal = Type.Object({
  ...ORDER_SIGNAL,
  order_change_id: Id,
  /** Authorizes the answer. */
  token: Type.String({ minLength: 1, maxLength: 200 }),
})

export const transferRequestedRoute: FastifyPluginAsyncTypebox = async (app) => {
  addSignedHooks(app)

  const schema = { summary: 'The backend reports a request to transfer an order', body: TransferSignal }
  app.post('/transfer-requested', { logLevel: 'warn', schema }, async (request, reply) => {
    const { order_change_id: change, token } = request.body
    await writeToBuyer(app, request.body, `transfer-requested:${change}`, async (about) =>
      transferRequestedEmail(about, token),
    )
    return reply.code(202).send({ accepted: true })
  })
}
