import type { FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/http/forms/flash.ts'
import { localeOf, redirectForm } from '#server/http/forms/form-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Cart, CartAnswer, PaymentSession } from '#shared/cart/cart.ts'

import type { CartResult, Notice, Shopper } from '../cart-context.ts'
import type { CartLimits } from '../cart-limits.ts'
import { CART_MESSAGES } from '../cart-messages.ts'
import { cartCookie, orderCookie } from './holder-cookies.ts'
import { isId, type IdKind } from './ids.ts'
import { shopperOf } from './shopping.ts'

/** Stands for the cart of the visitor's cookie, so that a form need not know an id. */
export const CURRENT = 'current'

/**
 * The id of a path, checked before the backend is asked: it would put it into a path of its own.
 * @throws HttpError 404
 */
export function checkId(kind: IdKind, id: string): string {
  if (isId(kind, id)) return id
  const text = { cart: CART_MESSAGES.noCart, line: CART_MESSAGES.noLine, order: CART_MESSAGES.noOrder }[kind]
  throw new HttpError(404, { message: text })
}

/** The cart that a call is about. @throws HttpError 404 */
export function cartIdOf(request: FastifyRequest<{ Params: { id: string } }>): string {
  const { id } = request.params
  return checkId('cart', id === CURRENT ? (cartCookie.read(request) ?? '') : id)
}

/** Whether the visitor holds the cart; knowing its id is not enough. */
export function isHolder(request: FastifyRequest, cartId: string): boolean {
  return cartCookie.read(request) === cartId
}

/**
 * The cart that a call is to change: the holder's cookie, not the id, is the right to do so.
 * @throws HttpError 404, 403, 409 where it has become the visitor's order
 */
export function heldCartIdOf(request: FastifyRequest<{ Params: { id: string } }>): string {
  const id = cartIdOf(request)
  if (isHolder(request, id)) return id
  if (orderCookie.cartId(request) === id) throw new HttpError(409, { message: CART_MESSAGES.cartCompleted })
  throw new HttpError(403, { message: CART_MESSAGES.notHolder, details: { reason: 'not_holder' } })
}

/** As above, and counts one write of the visitor's. @throws HttpError as above, 429 */
export async function writableCartId(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  limits: CartLimits,
): Promise<string> {
  const id = heldCartIdOf(request)
  await limits.writing(request, reply, id)
  return id
}

/** Who reads a cart; for a visitor who does not hold it, reading changes nothing in it. */
export function readerOf(request: FastifyRequest, cartId: string): Shopper {
  return { ...shopperOf(request), readsOnly: !isHolder(request, cartId) }
}

/** Email, addresses and the way to pay leave only for the visitor who holds the cart. */
export function visibleCart(request: FastifyRequest, cart: Cart): Cart {
  return isHolder(request, cart.id) ? cart : withoutApprovals(withoutPersonalFields(cart))
}

export function withoutPersonalFields<Holding extends Pick<Cart, 'email' | 'shipping_address' | 'billing_address'>>(
  holding: Holding,
): Holding {
  const { email: _, shipping_address: __, billing_address: ___, ...rest } = holding
  return rest as Holding
}

/** What is said beside an answer, in the shopper's language; '' where there is nothing to say. */
export function textOf(request: FastifyRequest, notices: readonly Notice[]): string {
  const locale = localeOf(request)
  return notices.map(({ message: text, values }) => request.server.translate(locale, text, values)).join(' ')
}

function withoutApprovals(cart: Cart): Cart {
  const { payment_collection: collection } = cart
  if (!collection) return cart
  const sessions = collection.payment_sessions.map(withoutApproval)
  return { ...cart, payment_collection: { ...collection, payment_sessions: sessions } }
}

function withoutApproval(session: PaymentSession): PaymentSession {
  const { approval: _, ...rest } = session
  return rest
}

/**
 * Answers a cart: JSON for fetch, for a form the page that it names (else the cart's) with the notice on it.
 * @param options `isNew` for a cart that this response makes the visitor's
 */
export function sendCart(
  request: FastifyRequest,
  reply: FastifyReply,
  { cart, notices = [] }: CartResult,
  { page = '/cart', isNew = false } = {},
): CartAnswer | FastifyReply {
  // Thirty days from the last visit, not from the first.
  if (isHolder(request, cart.id) && cart.status === 'open') cartCookie.set(reply, cart.id)
  const reported = textOf(request, notices)
  if (request.sentForm) {
    if (reported) setFlash(reply, { message: reported })
    return redirectForm(request, reply, page)
  }
  return { cart: isNew ? cart : visibleCart(request, cart), ...(reported ? { notice: reported } : {}) }
}
