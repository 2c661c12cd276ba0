import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface CartLimits {
  /** Before a cart is opened. */
  opening(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Before a way to pay is begun with: each may be a try of another card. */
  paying(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  /** Before an order is placed. */
  completing(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
}

const HOUR = 3600

/**
 * What keeps anybody from trying stolen cards on us, one after the other. No shopper comes near, nor does an office
 * behind one address; clicks in a cart are not counted at all.
 */
export function cartLimits(app: FastifyInstance): CartLimits {
  const count = (subject: string, { cart, visitor, shop }: { cart?: number; visitor: number; shop: number }) => {
    const ofCart = cart && app.limit({ name: `${subject} of a cart`, max: cart, seconds: HOUR })
    const ofVisitor = app.limit({ name: `${subject} of a visitor`, max: visitor, seconds: HOUR })
    const ofShop = app.limit({ name: `${subject} of the shop`, max: shop, seconds: 60 })
    return async (request: FastifyRequest, reply: FastifyReply, cartId = '') => {
      // Whoever asks again and again for what is away tries nothing.
      if (app.backend.state().status === 'down') return
      if (ofCart) await ofCart(request, reply, cartId)
      await ofVisitor(request, reply)
      await ofShop(request, reply, 'all')
    }
  }
  return {
    opening: count('new carts', { visitor: 600, shop: 1200 }),
    paying: count('payments', { cart: 20, visitor: 60, shop: 300 }),
    completing: count('orders', { cart: 30, visitor: 120, shop: 300 }),
  }
}
