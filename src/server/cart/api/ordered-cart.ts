import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { orderAddressHash } from '#server/email/email-tokens.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Cart } from '#shared/cart/cart.ts'
import type { Order } from '#shared/order/order.ts'

import { isInProgress } from '../cart-completion.ts'
import { notePlacedOrder } from '../orders-queries.ts'
import { settleUnpaid } from '../unpaid-limits.ts'
import { isHolder } from './cart-access.ts'
import { cartCookie, foundOrderCookie, orderCookie } from './cart-cookies.ts'
import { readerOf } from './visitor-cart.ts'

/** Replaces the holder's cart cookie with the order cookie. Does nothing for other visitors. */
export function handOver(request: FastifyRequest, reply: FastifyReply, cartId: string, order: Order): void {
  if (!isHolder(request, cartId)) return
  cartCookie.clear(reply)
  orderCookie.set(reply, order.id, cartId, cartCookie.customerOf(request))
  // Clear the found order, so that the found-order page shows the new order.
  if (foundOrderCookie.read(request)) foundOrderCookie.clear(reply)
  void noteOrder(request.server, order)
  void settleUnpaid(request.server, cartId, order.id)
}

/** The backend's report may be late; until then the shopper could neither find the order nor withdraw from it. */
async function noteOrder({ database, config, log }: FastifyInstance, order: Order): Promise<void> {
  const { id, number, email } = order
  const addressHash = orderAddressHash(config.secret, email ?? '')
  if (!addressHash) return
  await notePlacedOrder(database, { id, number, addressHash }).catch((error: unknown) =>
    log.debug(
      { event: 'cart.order_not_recorded', err: error },
      'an order could not be recorded; the backend will report it',
    ),
  )
}

/** Reads the order too if another tab or the provider completed the cart. Throws while that is not known. */
export async function readHeldCart(
  request: FastifyRequest,
  reply: FastifyReply,
  cartId: string,
): Promise<{ cart: Cart; order: Order | null }> {
  const { carts } = request.server
  const shopper = readerOf(request, cartId)
  const cart = await carts.readCart(cartId, shopper)
  if (cart.status === 'open' || !isHolder(request, cartId)) return { cart, order: null }
  try {
    const order = await carts.completeCart(cartId, shopper)
    handOver(request, reply, cartId, order)
    return { cart, order }
  } catch (error) {
    if (!(error instanceof HttpError) || isInProgress(error)) throw error
    // The payment failed in the meantime, and the backend has reopened the cart.
    return { cart: await carts.readCart(cartId, shopper), order: null }
  }
}
