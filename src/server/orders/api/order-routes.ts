import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { checkId, CURRENT } from '#server/cart/api/cart-access.ts'
import { foundOrderId, orderCookie } from '#server/cart/api/cart-cookies.ts'
import { addShoppingHooks, shopperOf, withoutPersonalFields } from '#server/cart/api/visitor-cart.ts'
import { OrderAnswer } from '#shared/order/order.ts'

import { orderAccess, visibleOrder } from '../order-access.ts'
import { takeBackRoute, withdrawalRoute } from '../withdrawals/withdrawal-route.ts'
import { findOrderRoutes } from './find-route.ts'
import { transferRoutes } from './transfer-routes.ts'

/** Path alias for the order that the visitor found by its number. */
const FOUND = 'found'

const params = Type.Object({ id: Type.String() })

export const orderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addShoppingHooks(app)

  app.get(
    '/:id',
    {
      schema: {
        summary: 'An order of the visitor, by id, or `current` or `found`',
        params,
        response: { 200: OrderAnswer },
      },
    },
    async (request) => {
      const held = { [CURRENT]: orderCookie.read(request), [FOUND]: foundOrderId(request) }
      const { id: named } = request.params
      const id = checkId('order', named === CURRENT || named === FOUND ? (held[named] ?? '') : named)
      const shopper = shopperOf(request)
      const order = await app.carts.readOrder(id, shopper)
      if (orderAccess(request, order.id) === 'none')
        return { order: { ...withoutPersonalFields(order), shipments: [] } }
      return { order: visibleOrder(request, order, shopper.locale) }
    },
  )

  await app.register(findOrderRoutes)
  await app.register(transferRoutes)
  await app.register(withdrawalRoute)
  await app.register(takeBackRoute)
}
