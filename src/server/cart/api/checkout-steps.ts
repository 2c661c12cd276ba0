import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { redirectForm } from '#server/http/forms/form-hooks.ts'
import {
  AddShippingMethod,
  CartAnswer,
  CreatePaymentSession,
  PaymentProviderList,
  PaymentSessionAnswer,
  ShippingOptionList,
} from '#shared/cart/cart.ts'

import { cartLimits } from '../cart-limits.ts'
import { shopperOf } from './shopping.ts'
import { cartIdOf, heldCartIdOf, readerOf, sendCart, visibleCart, writableCartId } from './visitor-cart.ts'

const params = Type.Object({ id: Type.String() })
const page = '/checkout'

/** Delivery and payment of a cart. */
export const checkoutStepRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limits = cartLimits(app)

  app.get('/:id/shipping-options', { schema: { params, response: { 200: ShippingOptionList } } }, async (request) => {
    return {
      shipping_options: await app.carts.shippingOptions(cartIdOf(request), readerOf(request, cartIdOf(request))),
    }
  })

  app.post(
    '/:id/shipping-methods',
    { schema: { params, body: AddShippingMethod, response: { 200: CartAnswer } } },
    async (request, reply) => {
      const optionId = request.body.option_id
      const cartId = await writableCartId(request, reply, limits)
      const result = await app.carts.addShippingMethod(cartId, shopperOf(request), optionId)
      return sendCart(request, reply, result, { page })
    },
  )

  app.get('/:id/payment-providers', { schema: { params, response: { 200: PaymentProviderList } } }, async (request) => {
    return { payment_providers: await app.carts.paymentProviders(cartIdOf(request)) }
  })

  app.post(
    '/:id/payment-sessions',
    { schema: { params, body: CreatePaymentSession, response: { 200: PaymentSessionAnswer } } },
    async (request, reply) => {
      const cartId = heldCartIdOf(request)
      await limits.paying(request, reply, cartId)
      const result = await app.carts.createPaymentSession(cartId, shopperOf(request), request.body)
      if (request.sentForm) return redirectForm(request, reply, page)
      const cart = visibleCart(request, result.cart)
      const visible = cart.payment_collection?.payment_sessions.find(({ id }) => id === result.session.id)
      return { cart, payment_session: visible ?? result.session }
    },
  )
}
