import type { FastifyInstance, FastifyRequest } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import { networkOf } from '#server/http/request-interceptor.ts'
import { DatabaseDown } from '#server/infra/database/database-down.ts'

import { UNPAID_MESSAGES } from './cart-messages.ts'
import { PAID_STATES } from './order-progress.ts'
import {
  dropUnpaidOrders,
  lockUnpaidOrders,
  nameUnpaidOrder,
  noteUnpaidOrder,
  readUnpaidOrders,
  type HeldOrder,
  type UnpaidOrder,
} from './orders-queries.ts'
import type { BackendCart } from './to-cart.ts'

/**
 * Limits for unpaid invoice orders of one network. Shoppers stay far below them; an office behind one address rarely
 * reaches them. Email addresses are not limited: they are unverified, so strangers could use up a shopper's limit.
 */
const ORDERS_A_DAY = 20
const ITEMS_PER_ORDER = 10
const ITEMS_HELD = 40
const OF_ONE_PRODUCT = 10
/** Applies if unpaid orders hold their stock without end. */
const LONGEST_DAYS = 30
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Prefix of Medusa's manual provider, which collects no money. */
const INVOICE = 'pp_system'

/** Returns for how many days an unpaid order counts. */
export function countedDays(days: number): number {
  return days === 0 ? LONGEST_DAYS : days
}

/**
 * Checks a cart that is paid by invoice against the limits before its order is placed. Other carts pass. While the
 * storefront's database is down every cart passes, so that shoppers can still buy.
 * @throws HttpError 409 with the reason and what to do instead
 */
export async function admitUnpaid(request: FastifyRequest, cart: BackendCart): Promise<void> {
  const { server: app } = request
  if (!app.config.unpaidOrders.areLimited || !isByInvoice(cart)) return
  const order = toUnpaid(app, request, cart)
  try {
    const httpError = await checkLimits(app, order, cart)
    if (!httpError) return
    // Orders that were paid or canceled in the meantime do not count. Check for them only when a limit is reached.
    await dropSettled(app, order)
    const still = await checkLimits(app, order, cart)
    if (still) throw still
  } catch (error) {
    if (!(error instanceof DatabaseDown)) throw error
    app.log.warn(
      { event: 'cart.unpaid_limit_skipped', err: error, cartId: cart.id },
      'database unavailable; an unpaid order is placed without a limit check',
    )
  }
}

/**
 * Records the outcome of an admitted cart.
 * @param orderId undefined if it is certain that no order was placed
 */
export async function settleUnpaid(app: FastifyInstance, cartId: string, orderId: string | undefined): Promise<void> {
  if (!app.config.unpaidOrders.areLimited) return
  const { database } = app
  await (
    orderId === undefined ? dropUnpaidOrders(database, [cartId]) : nameUnpaidOrder(database, cartId, orderId)
  ).catch((error: unknown) =>
    app.log.debug(
      { event: 'cart.unpaid_not_recorded', err: error, cartId },
      'the outcome of an unpaid order could not be recorded',
    ),
  )
}

async function checkLimits(
  app: FastifyInstance,
  order: UnpaidOrder,
  cart: BackendCart,
): Promise<HttpError | undefined> {
  return app.database.transaction(async (tx) => {
    await lockUnpaidOrders(tx, order)
    const others = await readUnpaidOrders(tx, order, countedDays(app.config.unpaidOrders.days))
    const httpError = limitError(order, others, cart)
    if (!httpError) await noteUnpaidOrder(tx, order)
    return httpError
  })
}

function limitError({ quantities }: UnpaidOrder, held: HeldOrder[], cart: BackendCart) {
  const wanted = sum(Object.values(quantities))
  if (wanted > ITEMS_PER_ORDER)
    return new HttpError(409, { message: UNPAID_MESSAGES.itemsPerOrder, values: { count: ITEMS_PER_ORDER } })
  const ofToday = held.map(({ placed_at: at }) => at.getTime() + DAY_MS).filter((end) => end > Date.now())
  if (ofToday.length >= ORDERS_A_DAY) {
    const waitMs = Math.min(...ofToday) - Date.now()
    return new HttpError(409, {
      message: UNPAID_MESSAGES.ordersADay,
      values: { count: ORDERS_A_DAY, hours: Math.max(1, Math.ceil(waitMs / HOUR_MS)) },
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
  for (const [variantId, quantity] of Object.entries(quantities)) {
    const all = quantity + sum(held.map((order) => order.quantities[variantId] ?? 0))
    if (all <= OF_ONE_PRODUCT) continue
    const line = cart.items?.find((item) => item.variant_id === variantId)
    const title = line?.product_title ?? line?.title ?? ''
    return new HttpError(409, { message: UNPAID_MESSAGES.ofOneProduct, values: { title, count: OF_ONE_PRODUCT } })
  }
  if (wanted + sum(held.flatMap((order) => Object.values(order.quantities))) > ITEMS_HELD)
    return new HttpError(409, { message: UNPAID_MESSAGES.productsHeld, values: { count: ITEMS_HELD } })
  return undefined
}

async function dropSettled(app: FastifyInstance, order: UnpaidOrder): Promise<void> {
  const others = await readUnpaidOrders(app.database, order, countedDays(app.config.unpaidOrders.days))
  const settled = await Promise.all(
    others.map(async ({ cart_id: cartId, order_id: id }) => {
      const read = id === null ? undefined : await app.carts.readOrder(id, { locale: 'en' }).catch(() => undefined)
      return read && (read.status === 'canceled' || PAID_STATES.includes(read.payment_status)) ? [cartId] : []
    }),
  )
  await dropUnpaidOrders(app.database, settled.flat())
}

/**
 * Returns whether the cart is paid by invoice. The backend keeps one session at a time, so a session of another
 * provider means that the cart is not paid by invoice.
 */
function isByInvoice({ payment_collection: collection }: BackendCart): boolean {
  const sessions = collection?.payment_sessions ?? []
  return sessions.length > 0 && sessions.every(({ provider_id: provider }) => provider.startsWith(INVOICE))
}

function toUnpaid({ orders }: FastifyInstance, request: FastifyRequest, { id, items }: BackendCart): UnpaidOrder {
  const quantities: Record<string, number> = {}
  for (const { variant_id: variantId, quantity } of items ?? [])
    if (variantId) quantities[variantId] = (quantities[variantId] ?? 0) + quantity
  return {
    cartId: id,
    visitor: orders.lookupKey('network', networkOf(request.ip)),
    quantities,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
