import type { FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/api/forms/flash.ts'
import { localeOf, redirectForm } from '#server/api/forms/manners.ts'
import type { CartResult, Notice } from '#server/commerce/cart/cart-context.ts'
import { CART_SENTENCES } from '#server/commerce/cart/cart-sentences.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import type { Cart, CartAnswer, PaymentSession } from '#shared/api/cart.ts'

import { cartCookie } from './holder-cookies.ts'
import { isId, type IdKind } from './ids.ts'

/** Stands for the cart of the visitor's cookie, so that a form need not know an id. */
export const CURRENT = 'current'

/**
 * The id of a path, checked before the backend is asked: it would put it into a path of its own.
 * @throws Refusal 404
 */
export function checkId(kind: IdKind, id: string): string {
  if (isId(kind, id)) return id
  const sentence = { cart: CART_SENTENCES.noCart, line: CART_SENTENCES.noLine, order: CART_SENTENCES.noOrder }[kind]
  throw new Refusal(404, { sentence })
}

/** The cart that a call is about. @throws Refusal 404 */
export function cartIdOf(request: FastifyRequest<{ Params: { id: string } }>): string {
  const { id } = request.params
  return checkId('cart', id === CURRENT ? (cartCookie.read(request) ?? '') : id)
}

/** Email, addresses and the way to pay leave only for the visitor who holds the cart. */
export function visibleCart(request: FastifyRequest, cart: Cart): Cart {
  return cartCookie.read(request) === cart.id ? cart : withoutApprovals(withoutPersonalFields(cart))
}

export function withoutPersonalFields<Holding extends Pick<Cart, 'email' | 'shipping_address' | 'billing_address'>>(
  holding: Holding,
): Holding {
  const { email: _, shipping_address: __, billing_address: ___, ...rest } = holding
  return rest as Holding
}

/** What is said beside an answer, in the shopper's language; '' where there is nothing to say. */
export function wordsOf(request: FastifyRequest, notices: readonly Notice[]): string {
  const locale = localeOf(request)
  return notices.map(({ sentence, values }) => request.server.translate(locale, sentence, values)).join(' ')
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

/** Answers a cart: JSON for fetch, for a form the page that it names (else the cart's) with the notice on it. */
export function sendCart(
  request: FastifyRequest,
  reply: FastifyReply,
  { cart, notices = [] }: CartResult,
  { page = '/cart', isHolder = false } = {},
): CartAnswer | FastifyReply {
  // Thirty days from the last visit, not from the first.
  if (cartCookie.read(request) === cart.id && cart.status === 'open') cartCookie.set(reply, cart.id)
  const said = wordsOf(request, notices)
  if (request.sentForm) {
    if (said) setFlash(reply, { message: said })
    return redirectForm(request, reply, page)
  }
  return { cart: isHolder ? cart : visibleCart(request, cart), ...(said ? { notice: said } : {}) }
}
