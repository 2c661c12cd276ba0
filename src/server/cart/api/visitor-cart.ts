import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/http/forms/flash.ts'
import { localeOf, redirectForm, addFormHooks, pageAfter } from '#server/http/forms/form-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { networkOf } from '#server/http/request-interceptor.ts'
import { originOf } from '#server/http/request-url.ts'
import { createSignedCookie, type SignedCookieOptions } from '#server/http/signed-cookies.ts'
import { CART_DAYS } from '#shared/cart/cart-days.ts'
import type { Cart, CartAnswer, PaymentSession } from '#shared/cart/cart.ts'

import type { CartResult, Notice, Shopper } from '../cart-context.ts'
import type { CartLimits } from '../cart-limits.ts'
import { CART_MESSAGES } from '../cart-messages.ts'

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
  const notice = textOf(request, notices)
  if (request.sentForm) {
    if (notice) setFlash(reply, { message: notice })
    return redirectForm(request, reply, page)
  }
  return { cart: isNew ? cart : visibleCart(request, cart), ...(notice ? { notice } : {}) }
}

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

const ID_FORMS = {
  cart: /^cart_[A-Za-z0-9]{1,64}$/,
  /** A line, or the variant that it is of: who has just asked for one does not know what it is called. */
  line: /^(?:cali|variant)_[A-Za-z0-9]{1,64}$/,
  order: /^order_[A-Za-z0-9]{1,64}$/,
}

type IdKind = keyof typeof ID_FORMS

/** Whether a text could be an id of the backend's; nothing else may become part of a path of its. */
export function isId(kind: IdKind, text: string): boolean {
  return ID_FORMS[kind].test(text)
}

/** Manners of every call that concerns one shopper's cart or orders. */
export function addShoppingHooks(app: FastifyInstance): void {
  addFormHooks(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? pageAfter(request, '/cart'),
    fieldMapping: {
      names: ['_method', 'billing_same', 'step'],
      apply(body, typed) {
        if (typed['_method'] === 'delete') body['quantity'] = 0
        // A form without JavaScript cannot copy an address: it says that both are the same.
        if (typed['billing_same'] !== undefined && body['shipping_address'])
          body['billing_address'] = body['shipping_address']
      },
    },
  })
}

export function shopperOf(request: FastifyRequest): Shopper {
  return {
    locale: localeOf(request),
    regionId: request.visitor.regionId,
    country: request.visitor.country,
    origin: originOf(request),
    network: networkOf(request.ip),
  }
}
