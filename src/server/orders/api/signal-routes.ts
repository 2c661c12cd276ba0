import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'

import { isPlacedOrderNoted, notePlacedOrder } from '#server/cart/orders-queries.ts'
import { orderAddressHash } from '#server/email/email-tokens.ts'
import { isQueued, firstEmailsAt } from '#server/email/emails-queries.ts'
import { warnSeldom, addSignedHooks } from '#server/http/signed-calls.ts'
import type { Translate } from '#server/http/translations.ts'
import type { Email } from '#shared/email/email.ts'
import { DEFAULT_LOCALE, localeOfTag, type Locale } from '#shared/i18n/locale.ts'
import type { Order } from '#shared/order/order.ts'

import { orderLapsedEmail, orderPlacedEmail, transferRequestedEmail } from '../order-emails.ts'

/** Which order it is about, and the language that it was placed in: a full tag, null where none was kept. */
const ORDER_SIGNAL = {
  order_id: Type.String({ pattern: '^order_[A-Za-z0-9]{1,64}$' }),
  locale: Type.Union([Type.String({ maxLength: 35 }), Type.Null()]),
}
const OrderSignal = Type.Object(ORDER_SIGNAL)

/** Less than the backend waits for the answer to its call. */
const WAYS_MS = 5_000

/** What the operator has to look at. */
const UNSEEN =
  'The backend tells of an order and does not show it: look whether MEDUSA_URL leads to the one that tells, and whether it knows MEDUSA_PUBLISHABLE_KEY.'

/**
 * Notes an order, so that its buyer finds it again, and queues an email to them; only the first of those with the same
 * `once` goes out.
 * @param write gives null where there is nothing to write
 * @throws HttpError 404, BackendError, DatabaseDown: anyone who told us tries again
 */
async function writeToBuyer(
  app: FastifyInstance,
  { order_id: id, locale: tag }: Static<typeof OrderSignal>,
  once: string,
  write: (about: { order: Order; locale: Locale; origin: string; translate: Translate }) => Promise<Email | null>,
): Promise<void> {
  // The backend tells of a day's orders again when it was restarted: those are not read anew.
  if ((await isQueued(app.database, once)) && (await isPlacedOrderNoted(app.database, id))) return
  const locale = localeOfTag(tag) ?? DEFAULT_LOCALE
  const order = await readSignaledOrder(app, id, locale)
  const { email: to } = order
  if (!to) return
  const mail = await write({ order, locale, origin: app.shopOrigin(), translate: app.translate })
  const addressHash = orderAddressHash(app.config.secret, to)
  await app.database.transaction(async (tx) => {
    const { display_id: sequence, number } = order
    if (addressHash) await notePlacedOrder(tx, { id, sequence, number, addressHash })
    if (mail) await app.emails.queue(tx, { to, letter: mail, once })
  })
}

/** What the backend tells of it can show: where it does not, something is set wrong. */
async function readSignaledOrder(app: FastifyInstance, id: string, locale: Locale): Promise<Order> {
  try {
    // No shopper waits for it, and an email is not written again: it tells when the order arrives.
    return await app.carts.readOrder(id, { locale, waitMs: WAYS_MS })
  } catch (error) {
    const { statusCode = 500 } = error as { statusCode?: number }
    // Whatever is more is said in the log by itself.
    if (statusCode < 500) warnSeldom(app.log, UNSEEN, { err: error, order: id })
    throw error
  }
}

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
