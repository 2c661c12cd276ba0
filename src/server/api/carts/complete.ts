import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { addRefusalManners, localeOf } from '#server/api/forms/manners.ts'
import { isInProgress } from '#server/commerce/cart/cart-completion.ts'
import { CART_SENTENCES } from '#server/commerce/cart/cart-sentences.ts'
import { cartLimits } from '#server/limits/cart-limits.ts'
import { UNPAID_SENTENCES } from '#server/orders/sentences.ts'
import { admitUnpaid, settleUnpaid } from '#server/orders/unpaid-limits.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { CompleteCart } from '#shared/api/cart.ts'
import { OrderAnswer, type Order } from '#shared/api/order.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

import { cartCookie, orderCookie } from './holder-cookies.ts'
import { handOver } from './ordered-cart.ts'
import { shopperOf } from './shopping.ts'
import { CURRENT, heldCartIdOf } from './visitor-cart.ts'

type CompleteRequest = FastifyRequest<{ Params: { id: string }; Body: CompleteCart }>

const params = Type.Object({ id: Type.String() })

/** What is mended in the cart itself. */
const OF_THE_CART: readonly string[] = [
  CART_SENTENCES.emptyCart,
  CART_SENTENCES.noCart,
  CART_SENTENCES.notHolder,
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
      const placed = orderOfLastVisit(request)
      const order = placed ? await app.carts.readOrder(placed, shopperOf(request)) : await place(request, reply)
      if (request.sentForm) return reply.redirect(localePath(localeOf(request), '/order/confirmation'), 303)
      return { order }
    },
  )

  async function place(request: CompleteRequest, reply: FastifyReply): Promise<Order> {
    const cartId = heldCartIdOf(request)
    const { provider_id: provider } = request.body
    await limits.completing(request, reply, cartId)
    if (provider) await app.carts.ensurePaymentSession(cartId, shopperOf(request), provider)
    try {
      const order = await app.carts.completeCart(cartId, shopperOf(request), (cart) => admitUnpaid(request, cart))
      handOver(request, reply, cartId, order)
      return order
    } catch (error) {
      if (error instanceof Refusal && !isInProgress(error) && !isOfUnpaid(error))
        await settleUnpaid(app, cartId, undefined)
      throw error
    }
  }
}

/** A call that is repeated comes without its cart, which has become the order that the visitor holds. */
function orderOfLastVisit(request: CompleteRequest): string | undefined {
  const { id } = request.params
  const isOfOrder = id === CURRENT ? !cartCookie.read(request) : orderCookie.cartId(request) === id
  return isOfOrder ? orderCookie.read(request) : undefined
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
