import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { addRefusalManners, localeOf } from '#server/api/forms/manners.ts'
import { isInProgress } from '#server/commerce/cart/cart-completion.ts'
import { CART_SENTENCES } from '#server/commerce/cart/cart-sentences.ts'
import { cartLimits } from '#server/limits/cart-limits.ts'
import { UNPAID_SENTENCES } from '#server/orders/sentences.ts'
import { admitUnpaid, settleUnpaid } from '#server/orders/unpaid-limits.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { CompleteCart } from '#shared/api/cart.ts'
import { OrderAnswer } from '#shared/api/order.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

import { cartCookie, orderCookie } from './holder-cookies.ts'
import { handOver } from './ordered-cart.ts'
import { shopperOf } from './shopping.ts'
import { cartIdOf, CURRENT, withoutPersonalFields } from './visitor-cart.ts'

const params = Type.Object({ id: Type.String() })

/** What is mended in the cart itself. */
const OF_THE_CART: readonly string[] = [
  CART_SENTENCES.emptyCart,
  CART_SENTENCES.noCart,
  CART_SENTENCES.soldOut,
  CART_SENTENCES.onlyFew,
]

/** Places the order of a cart, once, however often it is asked to. */
export const completeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limits = cartLimits(app)
  addRefusalManners(app, {
    refusedTo: (request, error) => localePath(localeOf(request), pageAfterRefusal(error)),
    isFollowed: ({ body }) => (body as CompleteCart | undefined)?.follow === true,
  })

  app.post(
    '/:id/complete',
    { schema: { params, body: CompleteCart, response: { 200: OrderAnswer } } },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const placed = orderOfLastVisit(request)
      if (!placed) await limits.completing(request, reply, cartIdOf(request))
      const order = placed ? await app.carts.readOrder(placed, shopper) : await complete(request)
      if (!placed) handOver(request, reply, cartIdOf(request), order)
      if (request.sentForm) return reply.redirect(localePath(localeOf(request), '/order/confirmation'), 303)
      const mayRead = placed !== undefined || orderCookie.read(request) === order.id || isHolder(request)
      return { order: mayRead ? order : withoutPersonalFields(order) }
    },
  )

  async function complete(request: FastifyRequest<{ Params: { id: string }; Body: CompleteCart }>) {
    const cartId = cartIdOf(request)
    const { provider_id: provider } = request.body
    if (provider) await app.carts.ensurePaymentSession(cartId, shopperOf(request), provider)
    try {
      const order = await app.carts.completeCart(cartId, shopperOf(request), (cart) => admitUnpaid(request, cart))
      void settleUnpaid(app, cartId, order.id)
      return order
    } catch (error) {
      if (error instanceof Refusal && !isInProgress(error) && !isOfUnpaid(error))
        await settleUnpaid(app, cartId, undefined)
      throw error
    }
  }
}

/** A form sent twice comes the second time without its cart, which has become the order that the visitor holds. */
function orderOfLastVisit(request: FastifyRequest<{ Params: { id: string } }>): string | undefined {
  return request.params.id === CURRENT && !cartCookie.read(request) ? orderCookie.read(request) : undefined
}

// Who only knows a cart's id gets no key to the address in its order.
function isHolder(request: FastifyRequest<{ Params: { id: string } }>): boolean {
  return cartCookie.read(request) === cartIdOf(request)
}

/** Where a shopper whose order was not placed goes on. What may still become an order is waited for. */
function pageAfterRefusal(error: FastifyError): string {
  if (isOfUnpaid(error)) return '/checkout/payment'
  const isOpen = !(error instanceof Refusal) ? !error.validation : isInProgress(error) || error.statusCode === 429
  if (isOpen) return '/checkout/confirming'
  if (!(error instanceof Refusal)) return '/checkout'
  if (error.statusCode === 402) return '/checkout/payment'
  return OF_THE_CART.includes(error.facts.sentence) ? '/cart' : '/checkout'
}

/** Refused by the limits of unpaid orders: another way to pay is chosen on the page of the payment. */
function isOfUnpaid(error: Error): boolean {
  const sentences: readonly string[] = Object.values(UNPAID_SENTENCES)
  return error instanceof Refusal && sentences.includes(error.facts.sentence)
}
