import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { AddLineItem, CartAnswer, UpdateLineItem } from '#shared/cart/cart.ts'

import { cartLimits } from '../cart-limits.ts'
import { isCartGone } from '../carts.ts'
import { checkId, CURRENT, writableCartId } from './cart-access.ts'
import { cartCookie } from './cart-cookies.ts'
import { shopperOf, openVisitorCart, sendCart } from './visitor-cart.ts'

const CartPath = Type.Object({ id: Type.String() })
const LinePath = Type.Object({ id: Type.String(), line_id: Type.String() })
const response = { 200: CartAnswer }

export const lineItemRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const limits = cartLimits(app)

  app.post(
    '/:id/line-items',
    { schema: { summary: 'Adds a variant to a cart', params: CartPath, body: AddLineItem, response } },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const startOver = async () => {
        const { cart } = await openVisitorCart(request, reply, limits)
        const result = await app.carts.addLine(cart.id, shopper, request.body)
        return sendCart(request, reply, result, { isNew: true })
      }
      const isCurrent = request.params.id === CURRENT
      if (isCurrent && !cartCookie.read(request)) return startOver()
      try {
        const result = await app.carts.addLine(await writableCartId(request, reply, limits), shopper, request.body)
        return await sendCart(request, reply, result)
      } catch (error) {
        // A form does not know the cart's id. If its cart is completed or gone, the product is added to a new cart.
        if (isCurrent && isCartGone(error)) return startOver()
        throw error
      }
    },
  )

  app.post(
    '/:id/line-items/:line_id',
    { schema: { summary: 'Sets the quantity of a line', params: LinePath, body: UpdateLineItem, response } },
    async (request, reply) => {
      const lineId = checkId('line', request.params.line_id)
      const cartId = await writableCartId(request, reply, limits)
      const result = await app.carts.setLine(cartId, shopperOf(request), lineId, request.body)
      return sendCart(request, reply, result)
    },
  )

  app.delete(
    '/:id/line-items/:line_id',
    { schema: { summary: 'Removes a line', params: LinePath, response } },
    async (request, reply) => {
      const lineId = checkId('line', request.params.line_id)
      const cartId = await writableCartId(request, reply, limits)
      return sendCart(request, reply, await app.carts.setLine(cartId, shopperOf(request), lineId, { quantity: 0 }))
    },
  )

  // The form equivalent of DELETE.
  app.post(
    '/:id/line-items/:line_id/remove',
    { schema: { summary: 'Removes a line, for a form without JavaScript', params: LinePath, response } },
    async (request, reply) => {
      const lineId = checkId('line', request.params.line_id)
      const cartId = await writableCartId(request, reply, limits)
      return sendCart(request, reply, await app.carts.setLine(cartId, shopperOf(request), lineId, { quantity: 0 }))
    },
  )
}
