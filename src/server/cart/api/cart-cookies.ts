import type { FastifyReply, FastifyRequest } from 'fastify'

import { createSignedCookie } from '#server/http/signed-cookies.ts'
import { CART_DAYS } from '#shared/cart/cart-days.ts'

const DAY_SECONDS = 86_400
const MAX_AGE_SECONDS = CART_DAYS * DAY_SECONDS

type HolderCookie = ReturnType<typeof createFoundOrderCookie>

/** The visitor's cart, mirrored by `cart_id` in localStorage. Each response to the holder renews it. */
export const cartCookie = createCartCookie()
/** With the id of its cart, which a repeated request names. */
export const orderCookie = createOrderCookie()
/** The order that the visitor found by its number, on any device. Lasts until the browser is closed, at most a day. */
export const foundOrderCookie = createFoundOrderCookie()

export function foundOrderId(request: FastifyRequest): string | undefined {
  return foundOrderCookie.read(request) ?? orderCookie.read(request)
}

/** A signed cookie that proves that this visitor holds a cart or an order. */
function createFoundOrderCookie() {
  const cookie = createSignedCookie('found_order', { seconds: DAY_SECONDS, isSession: true })
  return { ...cookie, read: (request: FastifyRequest) => checked('order', cookie.read(request)) }
}

interface CartCookie extends Omit<HolderCookie, 'set'> {
  /** Returns the customer whose cart it is, signed in or not; undefined for a guest's cart. */
  customerOf(request: FastifyRequest): string | undefined
  /** @param customerId of a customer with an account: the cookie counts only next to a session of theirs */
  set(reply: FastifyReply, cartId: string, customerId: string | undefined): void
  renew(request: FastifyRequest, reply: FastifyReply): void
}

const signedIn = new WeakMap<FastifyRequest, string>()

/**
 * Without a session of its customer a cookie counts for nothing: it outlives the session in a stolen cookie jar, and
 * the response to a read that crosses a sign-out may set it again. Throws DatabaseDown.
 */
export async function identifyHolder(request: FastifyRequest): Promise<void> {
  if (!cartCookie.customerOf(request) && !orderCookie.customerOf(request)) return
  const customerId = await request.server.cartOwners.customerOf(request)
  if (customerId) signedIn.set(request, customerId)
}

/** None for the cookie of a customer who is not signed in. */
function partsFor(request: FastifyRequest, value: string | undefined, customerId: string | undefined): string[] {
  return customerId === undefined || signedIn.get(request) === customerId ? (value?.split('~') ?? []) : []
}

function createCartCookie(): CartCookie {
  const cookie = createSignedCookie('cart', { seconds: MAX_AGE_SECONDS })
  const customerOf = (request: FastifyRequest) => cookie.read(request)?.split('~')[1]
  return {
    clear: cookie.clear,
    customerOf,
    read: (request) => checked('cart', partsFor(request, cookie.read(request), customerOf(request))[0]),
    set: (reply, cartId, customerId) => cookie.set(reply, customerId ? `${cartId}~${customerId}` : cartId),
    renew(request, reply) {
      const value = cookie.read(request)
      if (value !== undefined) cookie.set(reply, value)
    },
  }
}

interface OrderCookie extends Omit<HolderCookie, 'set'>, Pick<CartCookie, 'customerOf'> {
  cartId(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, orderId: string, cartId: string, customerId: string | undefined): void
}

function createOrderCookie(): OrderCookie {
  const cookie = createSignedCookie('order', { seconds: MAX_AGE_SECONDS })
  const customerOf = (request: FastifyRequest) => cookie.read(request)?.split('~')[2]
  const parts = (request: FastifyRequest) => partsFor(request, cookie.read(request), customerOf(request))
  return {
    clear: cookie.clear,
    customerOf,
    read: (request) => checked('order', parts(request)[0]),
    cartId: (request) => checked('cart', parts(request)[1]),
    set: (reply, orderId, cartId, customerId) =>
      cookie.set(reply, [orderId, cartId, ...(customerId ? [customerId] : [])].join('~')),
  }
}

/** The old cookie format does not record its purpose: a cart's value could otherwise pass for an order's. */
function checked(kind: 'cart' | 'order', value: string | undefined): string | undefined {
  return value !== undefined && isId(kind, value) ? value : undefined
}

const ID_FORMS = {
  cart: /^cart_[A-Za-z0-9]{1,64}$/,
  /** A line's id or key: a client that has just added a variant does not know the line's id yet. */
  line: /^(?:cali_[A-Za-z0-9]{1,64}|variant_[A-Za-z0-9]{1,64}(?:_[a-z0-9]{1,8})?)$/,
  order: /^order_[A-Za-z0-9]{1,64}$/,
}

export type IdKind = keyof typeof ID_FORMS

/** Returns whether a text is a well-formed backend id. Nothing else may be put into a backend path. */
export function isId(kind: IdKind, text: string): boolean {
  return ID_FORMS[kind].test(text)
}
