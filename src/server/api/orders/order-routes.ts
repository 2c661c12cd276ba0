import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { orderCookie } from '#server/api/carts/holder-cookies.ts'
import { addShoppingManners, shopperOf } from '#server/api/carts/shopping.ts'
import { checkId, CURRENT, withoutPersonalFields } from '#server/api/carts/visitor-cart.ts'
import { OrderAnswer } from '#shared/api/order.ts'

import { findOrderRoute } from './find-route.ts'
import { transferRoutes } from './transfer-routes.ts'

const params = Type.Object({ id: Type.String() })

/** `/api/orders…`: register with that prefix. */
export const orderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addShoppingManners(app)

  app.get('/:id', { schema: { params, response: { 200: OrderAnswer } } }, async (request) => {
    const held = orderCookie.read(request)
    const id = checkId('order', request.params.id === CURRENT ? (held ?? '') : request.params.id)
    const order = await app.carts.readOrder(id, shopperOf(request))
    return { order: held === order.id ? order : withoutPersonalFields(order) }
  })

  await app.register(findOrderRoute)
  await app.register(transferRoutes)
}
