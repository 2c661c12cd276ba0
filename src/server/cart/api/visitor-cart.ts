import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { setFlash } from '#server/http/forms/flash.ts'
import { localeOf, redirectForm, addFormHooks, pageAfter } from '#server/http/forms/form-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { networkOf } from '#server/http/request-interceptor.ts'
import { originOf } from '#server/http/request-url.ts'
import { createSignedCookie } from '#server/http/signed-cookies.ts'
import { CART_DAYS } from '#shared/cart/cart-days.ts'
import type { Cart, CartAnswer, PaymentSession } from '#shared/cart/cart.ts'

import type { CartResult, Notice, Shopper } from '../cart-context.ts'
import type { CartLimits } from '../cart-limits.ts'
import { CART_MESSAGES } from '../cart-messages.ts'

/** The cart in the visitor's cookie, so that forms need no id. */
export const CURRENT = 'current'

/** @throws HttpError 404 */
export function checkId(kind: IdKind, id: string): string {
  if (isId(kind, id)) return id
  const text = { cart: CART_MESSAGES.noCart, line: CART_MESSAGES.noLine, order: CART_MESSAGES.noOrder }[kind]
  throw new HttpError(404, { message: text })
}

export function cartIdOf(request: FastifyRequest<{ Params: { id: string } }>): string {
  const { id } = request.params
  return checkId('cart', id === CURRENT ? (cartCookie.read(request) ?? '') : id)
}

/** Knowing the id of a cart is not enough. */
export function isHolder(request: FastifyRequest, cartId: string): boolean {
  return cartCookie.read(request) === cartId
}

/** The right to change a cart comes from the cookie, not the id. Throws HttpError 404, 403, or 409 for an order. */
export function heldCartIdOf(request: FastifyRequest<{ Params: { id: string } }>): string {
  const id = cartIdOf(request)
  if (isHolder(request, id)) return id
  if (orderCookie.cartId(request) === id) throw new HttpError(409, { message: CART_MESSAGES.cartCompleted })
  throw new HttpError(403, { message: CART_MESSAGES.notHolder, details: { reason: 'not_holder' } })
}

/** Like `heldCartIdOf`, and counts one write: throws HttpError 429 too. */
export async function writableCartId(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  limits: CartLimits,
): Promise<string> {
  const id = heldCartIdOf(request)
  await limits.writing(request, reply, id)
  return id
}

/** Anyone may read a guest's cart by its id, only its holder a customer's. Throws DatabaseDown. */
export async function mayRead(request: FastifyRequest, cartId: string): Promise<boolean> {
  return isHolder(request, cartId) || !(await request.server.cartOwners.isOwned(cartId))
}

/** A read of a visitor who does not hold the cart changes nothing in it. */
export function readerOf(request: FastifyRequest, cartId: string): Shopper {
  return { ...shopperOf(request), readsOnly: !isHolder(request, cartId) }
}

export function visibleCart(request: FastifyRequest, cart: Cart): Cart {
  return isHolder(request, cart.id) ? cart : withoutApprovals(withoutPersonalFields(cart))
}

export function withoutPersonalFields<
  Holding extends Pick<Cart, 'email' | 'shipping_address' | 'billing_address' | 'gift'>,
>(holding: Holding): Holding {
  const { email: _, shipping_address: __, billing_address: ___, gift: ____, ...rest } = holding
  return rest as Holding
}

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

/** fetch gets JSON, a form a redirect with a flash message. `isNew`: this response makes the visitor the holder. */
export function sendCart(
  request: FastifyRequest,
  reply: FastifyReply,
  { cart, notices = [] }: CartResult,
  { page = '/cart', isNew = false } = {},
): CartAnswer | FastifyReply {
  // The lifetime counts from the last visit, not from the first.
  if (isHolder(request, cart.id) && cart.status === 'open') cartCookie.renew(request, reply)
  const notice = textOf(request, notices)
  if (request.sentForm) {
    if (notice) setFlash(reply, { message: notice })
    return redirectForm(request, reply, page)
  }
  return { cart: isNew ? cart : visibleCart(request, cart), notice: notice || undefined }
}

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

type IdKind = keyof typeof ID_FORMS

/** Returns whether a text is a well-formed backend id. Nothing else may be put into a backend path. */
export function isId(kind: IdKind, text: string): boolean {
  return ID_FORMS[kind].test(text)
}

export function addShoppingHooks(app: FastifyInstance): void {
  addFormHooks(app, {
    refusedTo: (request) => request.sentForm?.refusedTo ?? pageAfter(request, '/cart'),
    fieldMapping: {
      names: ['_method', 'billing_same', 'step'],
      apply(body, typed) {
        if (typed['_method'] === 'delete') body['quantity'] = 0
        // A form without JavaScript cannot copy an address. It sends a flag that both addresses are the same.
        if (typed['billing_same'] !== undefined && body['shipping_address'])
          body['billing_address'] = body['shipping_address']
      },
    },
  })
  app.addHook('onRequest', identifyHolder)
}

/** The open cart of a signed-in customer, or else a new one, which counts. Throws HttpError 404, 429; BackendError. */
export async function openVisitorCart(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: CartLimits,
  regionId?: string,
): Promise<CartResult> {
  const { carts, cartOwners } = request.server
  const shopper = shopperOf(request)
  const ownId = await cartOwners.cartOf(request)
  const own = ownId && (await carts.readCart(ownId, shopper).catch(ignoreMissing))
  const isOpen = own && own.status === 'open'
  if (!isOpen) await limits.opening(request, reply)
  const result = isOpen ? { cart: own } : await carts.createCart(shopper, regionId)
  cartCookie.set(reply, result.cart.id, await cartOwners.note(request, result.cart.id))
  return result
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
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
