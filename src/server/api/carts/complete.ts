import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { localeOf } from '#server/api/forms/manners.ts'
import { CompleteCart } from '#shared/api/cart.ts'
import { OrderAnswer } from '#shared/api/order.ts'
import { localePath } from '#shared/i18n/locale-path.ts'

import { cartCookie, orderCookie } from './holder-cookies.ts'
import { shopperOf } from './shopping.ts'
import { cartIdOf, withoutPersonalFields } from './visitor-cart.ts'

const params = Type.Object({ id: Type.String() })

export const completeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/:id/complete',
    { schema: { params, body: CompleteCart, response: { 200: OrderAnswer } } },
    async (request, reply) => {
      const cartId = cartIdOf(request)
      const shopper = shopperOf(request)
      const { provider_id: provider } = request.body
      if (provider) await app.carts.ensurePaymentSession(cartId, shopper, provider)
      const order = await app.carts.completeCart(cartId, shopper)
      const isHolder = cartCookie.read(request) === cartId
      // Who only knows a cart's id gets no key to the address in its order.
      if (isHolder) {
        cartCookie.clear(reply)
        orderCookie.set(reply, order.id)
      }
      if (request.sentForm) return reply.redirect(localePath(localeOf(request), '/order/confirmation'), 303)
      const mayRead = isHolder || orderCookie.read(request) === order.id
      return { order: mayRead ? order : withoutPersonalFields(order) }
    },
  )
}
