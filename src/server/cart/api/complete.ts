import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { localeOf } from '#server/http/forms/finish.ts'
import { addErrorHandler } from '#server/http/forms/write-errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { CompleteCart } from '#shared/cart/cart.ts'
import { chosenSession } from '#shared/checkout/checkout-steps.ts'
import { localePath } from '#shared/i18n/locale.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'
import { OrderAnswer, type Order } from '#shared/order/order.ts'

import { CHANGED, isInProgress } from '../cart-completion.ts'
import type { Shopper } from '../cart-context.ts'
import { cartLimits } from '../cart-limits.ts'
import { UNPAID_MESSAGES, CART_MESSAGES } from '../cart-messages.ts'
import { admitUnpaid, settleUnpaid } from '../unpaid-limits.ts'
import { CURRENT, writableCartId } from './cart-access.ts'
import { cartCookie, orderCookie } from './cart-cookies.ts'
import { handOver } from './ordered-cart.ts'
import { shopperOf } from './visitor-cart.ts'

type CompleteRequest = FastifyRequest<{ Params: { id: string }; Body: CompleteCart }>

const params = Type.Object({ id: Type.String() })

/** Messages of problems that the shopper fixes in the cart itself. */
const CART_PAGE_ERRORS: readonly string[] = [
  CART_MESSAGES.emptyCart,
  CART_MESSAGES.noCart,
  CART_MESSAGES.notHolder,
  CART_MESSAGES.soldOut,
  CART_MESSAGES.onlyFew,
]

/** Idempotent: a repeated call returns the order. */
export const completeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limits = cartLimits(app)
  addErrorHandler(app, {
    refusedTo: (request, error) => localePath(localeOf(request), pageAfterError(error)),
    isFollowed: ({ body }) => (body as CompleteCart | undefined)?.follow === true,
  })

  app.post(
    '/:id/complete',
    { schema: { summary: 'Places the order', params, body: CompleteCart, response: { 200: OrderAnswer } } },
    async (request, reply) => {
      const placed = orderOfLastVisit(request)
      if (!placed && (await waitsForApproval(request, reply)))
        return reply.redirect(localePath(localeOf(request), '/checkout/payment'), 303)
      const order = placed ? await app.carts.readOrder(placed, shopperOf(request)) : await place(request, reply)
      if (request.sentForm) return reply.redirect(localePath(localeOf(request), '/order/confirmation'), 303)
      return { order }
    },
  )

  /** Starts the payment of a form without JavaScript. True if the shopper has to approve it on the provider's page. */
  async function waitsForApproval(request: CompleteRequest, reply: FastifyReply): Promise<boolean> {
    const { provider_id: provider } = request.body
    if (!request.sentForm || !provider) return false
    const cartId = await writableCartId(request, reply, limits)
    await app.carts.ensurePaymentSession(cartId, payerOf(request, reply, cartId), provider)
    const cart = await app.carts.readCart(cartId, shopperOf(request))
    return chosenSession(cart)?.approval !== undefined
  }

  function payerOf(request: CompleteRequest, reply: FastifyReply, cartId: string): Shopper {
    return { ...shopperOf(request), mayPay: () => limits.paying(request, reply, cartId) }
  }

  async function place(request: CompleteRequest, reply: FastifyReply): Promise<Order> {
    const cartId = await writableCartId(request, reply, limits)
    const { provider_id: provider, total } = request.body
    if (provider && !request.sentForm)
      await app.carts.ensurePaymentSession(cartId, payerOf(request, reply, cartId), provider)
    try {
      const order = await app.carts.completeCart(cartId, shopperOf(request), async (cart) => {
        await limits.completing(request, reply, cartId)
        refuseOtherTotal(total, toHundredths(cart.total, app.config.priceUnit, cart.currency_code))
        await admitUnpaid(request, cart)
      })
      handOver(request, reply, cartId, order)
      return order
    } catch (error) {
      if (error instanceof HttpError && !isInProgress(error) && !isUnpaidLimit(error))
        await settleUnpaid(app, cartId, undefined)
      throw error
    }
  }
}

/** @throws HttpError 409 if the shopper has seen another total, for example before a code was added in another tab */
function refuseOtherTotal(seen: number | undefined, total: number): void {
  if (seen === undefined || seen === total) return
  throw new HttpError(409, { message: CART_MESSAGES.totalChanged, details: { reason: CHANGED, total } })
}

/** A repeated call arrives without the cart cookie, which the order cookie has replaced. */
function orderOfLastVisit(request: CompleteRequest): string | undefined {
  const { id } = request.params
  const isOfOrder = id === CURRENT ? !cartCookie.read(request) : orderCookie.cartId(request) === id
  return isOfOrder ? orderCookie.read(request) : undefined
}

/** If the order may still be placed, the page waits for it. */
function pageAfterError(error: FastifyError): string {
  if (isUnpaidLimit(error)) return '/checkout/payment'
  const isOpen = !(error instanceof HttpError) ? !error.validation : isInProgress(error) || error.statusCode === 429
  if (isOpen) return '/checkout/confirming'
  if (!(error instanceof HttpError)) return '/checkout'
  if (error.statusCode === 402) return '/checkout/payment'
  return CART_PAGE_ERRORS.includes(error.facts.message) ? '/cart' : '/checkout'
}

/** If so, the shopper can choose another payment method. */
function isUnpaidLimit(error: Error): boolean {
  const messages: readonly string[] = Object.values(UNPAID_MESSAGES)
  return error instanceof HttpError && messages.includes(error.facts.message)
}
