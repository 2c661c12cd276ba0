import type { FastifyInstance, FastifyRequest } from 'fastify'

import { networksOf } from '#server/http/client-network.ts'
import { HttpError } from '#server/http/http-error.ts'
import { DatabaseDown } from '#server/infra/database/database-down.ts'

import { UNPAID_MESSAGES } from './cart-messages.ts'
import { liveStock } from './live-stock.ts'
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

/** Of a network; see `networksOf`. Email addresses have no limit: they are unverified, so strangers could use it up. */
export const ORDERS_A_DAY = 20
export const ITEMS_PER_ORDER = 10
export const ITEMS_HELD = 40
export const OF_ONE_PRODUCT = 10
/** Of a variant's stock, rounded up, for the unpaid orders of all networks. The rest is left to shoppers who pay. */
export const SHARE_OF_STOCK = 0.5
/** Orders that are looked up at once to see whether they were paid. */
const MAX_LOOKED_UP = 20
/** Applies if unpaid orders hold their stock without end. */
const LONGEST_DAYS = 30
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Prefix of Medusa's manual provider, which collects no money. */
const INVOICE = 'pp_system'

export function countedDays(days: number): number {
  return days === 0 ? LONGEST_DAYS : days
}

/** Other carts pass; all pass while the database is down, so that shoppers can still buy. Throws HttpError 409. */
export async function admitUnpaid(request: FastifyRequest, cart: BackendCart): Promise<void> {
  const { server: app } = request
  if (!app.config.unpaidOrders.areLimited || !isByInvoice(cart)) return
  const order = toUnpaid(app, request, cart)
  try {
    if (!(await findError(request, order, cart))) return
    // Orders that were paid or canceled in the meantime do not count. Check for them only when a limit is reached.
    await dropSettled(app, order)
    const still = await findError(request, order, cart)
    if (still) throw still
  } catch (error) {
    if (!(error instanceof DatabaseDown)) throw error
    app.log.warn(
      { event: 'cart.unpaid_limit_skipped', err: error, cartId: cart.id },
      'database unavailable; an unpaid order is placed without a limit check',
    )
  }
}

/** @param orderId undefined if it is certain that no order was placed */
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

/** Records the order, or returns the error of the limit that it exceeds. */
async function findError(
  { server: app, ip }: FastifyRequest,
  order: UnpaidOrder,
  cart: BackendCart,
): Promise<HttpError | undefined> {
  const days = countedDays(app.config.unpaidOrders.days)
  // Read before the stock, which placed orders reduce: one placed in between makes the stock appear smaller.
  const placed = (await readUnpaidOrders(app.database, order, days)).filter(({ order_id: id }) => id !== null)
  const shares = new Map<string, number>()
  await Promise.all(
    Object.keys(order.quantities).map(async (id) => {
      const left = await liveStock(app.backend, id)
      // A shortage of stock itself is refused with its number when the order is placed.
      if (left !== undefined && left >= (order.quantities[id] ?? 0))
        shares.set(id, Math.ceil((left + heldOf(placed, id)) * SHARE_OF_STOCK))
    }),
  )
  return app.database.transaction(async (tx) => {
    await lockUnpaidOrders(tx)
    const others = await readUnpaidOrders(tx, order, days)
    const ofNetworks = networksOf(ip).map(({ factor }, index) => {
      const held = others.filter(({ networks }) => networks.includes(order.networks[index] ?? ''))
      return limitError(order, held, cart, factor)
    })
    const httpError = [...ofNetworks, shareError(order, others, cart, shares)].find((error) => error !== undefined)
    if (!httpError) await noteUnpaidOrder(tx, order)
    return httpError
  })
}

function limitError({ quantities }: UnpaidOrder, held: HeldOrder[], cart: BackendCart, factor: number) {
  const wanted = sum(Object.values(quantities))
  if (wanted > ITEMS_PER_ORDER)
    return new HttpError(409, { message: UNPAID_MESSAGES.itemsPerOrder, values: { count: ITEMS_PER_ORDER } })
  const ofToday = held.map(({ placed_at: at }) => at.getTime() + DAY_MS).filter((end) => end > Date.now())
  if (ofToday.length >= ORDERS_A_DAY * factor) {
    const waitMs = Math.min(...ofToday) - Date.now()
    return new HttpError(409, {
      message: UNPAID_MESSAGES.ordersADay,
      values: { count: ORDERS_A_DAY * factor, hours: Math.max(1, Math.ceil(waitMs / HOUR_MS)) },
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
  for (const [variantId, quantity] of Object.entries(quantities)) {
    const count = OF_ONE_PRODUCT * factor
    if (quantity + heldOf(held, variantId) <= count) continue
    return new HttpError(409, {
      message: UNPAID_MESSAGES.ofOneProduct,
      values: { title: titleOf(cart, variantId), count },
    })
  }
  if (wanted + sum(held.flatMap((order) => Object.values(order.quantities))) > ITEMS_HELD * factor)
    return new HttpError(409, { message: UNPAID_MESSAGES.productsHeld, values: { count: ITEMS_HELD * factor } })
  return undefined
}

/** @param shares the pieces of each variant that unpaid orders may hold; a variant without stock keeping has none */
function shareError(
  { quantities }: UnpaidOrder,
  others: HeldOrder[],
  cart: BackendCart,
  shares: ReadonlyMap<string, number>,
): HttpError | undefined {
  const variantId = Object.keys(quantities).find(
    (id) => (quantities[id] ?? 0) + heldOf(others, id) > (shares.get(id) ?? Infinity),
  )
  if (variantId === undefined) return undefined
  return new HttpError(409, { message: UNPAID_MESSAGES.shareOfStock, values: { title: titleOf(cart, variantId) } })
}

function heldOf(orders: readonly HeldOrder[], variantId: string): number {
  return sum(orders.map(({ quantities }) => quantities[variantId] ?? 0))
}

function titleOf({ items }: BackendCart, variantId: string): string {
  const line = items?.find((item) => item.variant_id === variantId)
  return line?.product_title ?? line?.title ?? ''
}

async function dropSettled(app: FastifyInstance, order: UnpaidOrder): Promise<void> {
  const others = await readUnpaidOrders(app.database, order, countedDays(app.config.unpaidOrders.days))
  const settled = await Promise.all(
    others.slice(0, MAX_LOOKED_UP).map(async ({ cart_id: cartId, order_id: id }) => {
      const read = id === null ? undefined : await app.carts.readOrder(id, { locale: 'en' }).catch(() => undefined)
      return read && (read.status === 'canceled' || PAID_STATES.includes(read.payment_status)) ? [cartId] : []
    }),
  )
  await dropUnpaidOrders(app.database, settled.flat())
}

/** The backend keeps one session at a time. */
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
    networks: networksOf(request.ip).map(({ network }) => orders.lookupKey('network', network)),
    quantities,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
