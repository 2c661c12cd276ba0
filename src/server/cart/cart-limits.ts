import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { CART_MESSAGES } from './cart-messages.ts'

export interface CartLimits {
  /** Call before a write to a cart. */
  writing(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  /** Call before a promotion code is tried. Rejects after too many wrong codes, and does not count this one. */
  tryingCode(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  /** Call after a promotion code was wrong. */
  wrongCode(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  /** Call before a cart is created. */
  opening(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Call before a payment session is created: each may test another stolen card. */
  paying(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  /** Call before an order is placed. */
  completing(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
}

const MINUTE = 60
const HOUR = 3600

/**
 * Rate limits against testing stolen cards or guessing promotion codes, and against overload of the backend. Shoppers,
 * and offices behind one address, stay far below them: the page sends at most one change every 300 ms, and of several
 * clicks on one line only the last.
 */
export function cartLimits(app: FastifyInstance): CartLimits {
  const count = (subject: string, { cart, visitor, shop }: { cart?: number; visitor: number; shop: number }) => {
    const ofCart = cart && app.limit({ name: `${subject} of a cart`, max: cart, seconds: HOUR })
    const ofVisitor = app.limit({ name: `${subject} of a visitor`, max: visitor, seconds: HOUR })
    const ofShop = app.limit({ name: `${subject} of the shop`, max: shop, seconds: 60 })
    return async (request: FastifyRequest, reply: FastifyReply, cartId = '') => {
      // Retries during an outage do not count as attempts.
      if (app.backend.state().status === 'down') return
      if (ofCart) await ofCart(request, reply, cartId)
      await ofVisitor(request, reply)
      await ofShop(request, reply, 'all')
    }
  }
  const writesOfCart = app.limit({
    name: 'writes to a cart',
    max: 120,
    seconds: MINUTE,
    message: CART_MESSAGES.tooManyWrites,
  })
  const writesOfVisitor = app.limit({
    name: 'cart writes of a visitor',
    max: 600,
    seconds: MINUTE,
    message: CART_MESSAGES.tooManyWrites,
  })
  const wrong = { seconds: HOUR, message: CART_MESSAGES.tooManyCodes }
  const codesOfCart = app.limit({ name: 'wrong codes of a cart', max: 10, ...wrong })
  const codesOfVisitor = app.limit({ name: 'wrong codes of a visitor', max: 20, ...wrong })
  return {
    async writing(request, reply, cartId) {
      if (app.backend.state().status === 'down') return
      await writesOfVisitor(request, reply)
      await writesOfCart(request, reply, cartId)
    },
    async tryingCode(request, reply, cartId) {
      await codesOfVisitor.peek(request, reply)
      await codesOfCart.peek(request, reply, cartId)
    },
    async wrongCode(request, reply, cartId) {
      // The limits do not reject this request, because the wrong code already has its own error. The next request is
      // refused.
      await Promise.allSettled([codesOfVisitor(request, reply), codesOfCart(request, reply, cartId)])
    },
    opening: count('new carts', { visitor: 600, shop: 1200 }),
    paying: count('payments', { cart: 20, visitor: 60, shop: 300 }),
    completing: count('orders', { cart: 30, visitor: 120, shop: 300 }),
  }
}
