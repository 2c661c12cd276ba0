import type { FastifyReply, FastifyRequest } from 'fastify'

import { createSignedCookie, type SignedCookieOptions } from '#server/http/signed-cookies.ts'
import { CART_DAYS } from '#shared/cart/cart-days.ts'

import { isId } from './ids.ts'

const DAY_SECONDS = 86_400
const MAX_AGE_SECONDS = CART_DAYS * DAY_SECONDS

/** A cookie that says, under our signature, that this visitor holds a cart or an order. */
interface HolderCookie {
  /** The id that the visitor holds; undefined where there is none, it is over, or it is not ours. */
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, id: string): void
  clear(reply: FastifyReply): void
}

/** The visitor's cart; mirrored by `cart_id` in the browser's storage. Set anew by each response to its holder. */
export const cartCookie = holderCookie('cart', 'cart', { seconds: MAX_AGE_SECONDS, acceptsOldFormat: true })
/**
 * The order that the visitor placed last, and the cart that it was: a repeated call names the cart. The old format is
 * not accepted: a found order's cookie, which shows less, had the same value and signature. The order is found by its
 * number.
 */
export const orderCookie = createOrderCookie()
/** The order that the visitor found by its number, on whatever device: until the browser is closed, at most a day. */
export const foundOrderCookie = holderCookie('found_order', 'order', {
  seconds: DAY_SECONDS,
  acceptsOldFormat: true,
  isSession: true,
})

/** The order that the visitor found; the one that they placed last where they found none. */
export function foundOrderId(request: FastifyRequest): string | undefined {
  return foundOrderCookie.read(request) ?? orderCookie.read(request)
}

function holderCookie(name: string, kind: 'cart' | 'order', options: SignedCookieOptions): HolderCookie {
  const cookie = createSignedCookie(name, options)
  return { ...cookie, read: (request) => checked(kind, cookie.read(request)) }
}

interface OrderCookie extends Omit<HolderCookie, 'set'> {
  /** The cart that became the order. */
  cartId(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, orderId: string, cartId: string): void
}

function createOrderCookie(): OrderCookie {
  const cookie = createSignedCookie('order', { seconds: MAX_AGE_SECONDS })
  const part = (request: FastifyRequest, index: number) => cookie.read(request)?.split('~')[index]
  return {
    clear: cookie.clear,
    read: (request) => checked('order', part(request, 0)),
    cartId: (request) => checked('cart', part(request, 1)),
    set: (reply, orderId, cartId) => cookie.set(reply, `${orderId}~${cartId}`),
  }
}

/** The old format of signed cookies does not say what a value was given for: a cart's must not pass for an order's. */
function checked(kind: 'cart' | 'order', value: string | undefined): string | undefined {
  return value !== undefined && isId(kind, value) ? value : undefined
}
