import type { FastifyReply, FastifyRequest } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import { BackendError } from '#server/medusa/backend-error.ts'
import type { Confirming } from '#shared/shop-data.ts'

import { isCartGone } from '../carts.ts'
import { readHeldCart } from './ordered-cart.ts'
import { cartCookie, orderCookie } from './visitor-cart.ts'

/**
 * Returns the data of the page that confirms a payment. It must render in every case: if the backend is down or another
 * attempt is running, it waits for the visitor's cart.
 */
export async function readConfirming(request: FastifyRequest, reply: FastifyReply): Promise<Confirming> {
  const nothing = { cartId: null, isPlaced: orderCookie.read(request) !== undefined, email: null }
  const cartId = cartCookie.read(request)
  if (!cartId) return nothing
  try {
    const { cart, order } = await readHeldCart(request, reply, cartId)
    if (order) return { ...nothing, isPlaced: true }
    return cart.items.length === 0 ? nothing : { cartId, isPlaced: false, email: cart.email ?? null }
  } catch (error) {
    if (isCartGone(error)) return nothing
    if (!(error instanceof BackendError) && !(error instanceof HttpError)) throw error
    request.log.error({ err: error, cartId }, 'A payment is being confirmed without knowing its cart')
    return { cartId, isPlaced: false, email: null }
  }
}
