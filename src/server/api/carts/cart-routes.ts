import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { Refusal } from '#server/refusals/refusal.ts'
import { CartAnswer, CreateCart, CurrentCartAnswer, UpdateCart } from '#shared/api/cart.ts'

import { checkoutStepRoutes } from './checkout-steps.ts'
import { completeRoutes } from './complete.ts'
import { cartCookie } from './holder-cookies.ts'
import { lineItemRoutes } from './line-items.ts'
import { addShoppingManners, shopperOf } from './shopping.ts'
import { cartIdOf, checkId, sendCart } from './visitor-cart.ts'

const params = Type.Object({ id: Type.String() })
const response = { 200: CartAnswer }

/** `/api/carts…`: register with that prefix. */
export const cartRoutes: FastifyPluginAsyncTypebox = async (app) => {
  addShoppingManners(app)

  app.post('/', { schema: { body: CreateCart, response } }, async (request, reply) => {
    const result = await app.carts.createCart(shopperOf(request), request.body.region_id)
    cartCookie.set(reply, result.cart.id)
    return sendCart(request, reply, result, { isHolder: true })
  })

  app.get('/current', { schema: { response: { 200: CurrentCartAnswer } } }, async (request) => {
    const id = cartCookie.read(request)
    if (!id) return { cart: null }
    try {
      return { cart: await app.carts.readCart(checkId('cart', id), shopperOf(request)) }
    } catch (error) {
      if (error instanceof Refusal && error.statusCode === 404) return { cart: null }
      throw error
    }
  })

  app.get('/:id', { schema: { params, response } }, async (request, reply) => {
    return sendCart(request, reply, { cart: await app.carts.readCart(cartIdOf(request), shopperOf(request)) })
  })

  app.post('/:id', { schema: { params, body: UpdateCart, response } }, async (request, reply) => {
    const result = await app.carts.updateCart(cartIdOf(request), shopperOf(request), request.body)
    return sendCart(request, reply, result, { page: '/checkout' })
  })

  await app.register(lineItemRoutes)
  await app.register(checkoutStepRoutes)
  await app.register(completeRoutes)
}
