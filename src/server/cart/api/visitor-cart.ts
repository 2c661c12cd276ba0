import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { networkOf } from '#server/http/client-network.ts'
import { localeOf, redirectForm, pageAfter } from '#server/http/forms/finish.ts'
import { setFlash } from '#server/http/forms/flash.ts'
import { addWriteHooks } from '#server/http/forms/write-hooks.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originOf } from '#server/http/request-url.ts'
import type { Cart, CartAnswer, PaymentSession } from '#shared/cart/cart.ts'

import type { CartResult, Notice, Shopper } from '../cart-context.ts'
import type { CartLimits } from '../cart-limits.ts'
import { isHolder } from './cart-access.ts'
import { cartCookie, identifyHolder } from './cart-cookies.ts'

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

export function addShoppingHooks(app: FastifyInstance): void {
  addWriteHooks(app, {
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
