import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { CART_MESSAGES } from './cart-messages.ts'

export interface CartLimits {
  writing(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  /** Rejects after too many wrong codes, and does not count this one. */
  tryingCode(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  wrongCode(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  opening(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Each payment session may test another stolen card. */
  paying(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
  completing(request: FastifyRequest, reply: FastifyReply, cartId: string): Promise<void>
}

const MINUTE = 60
const HOUR = 3600

/**
 * Shoppers, and offices behind one address, stay far below these limits: the page sends at most one change every 300
 * ms. A cart is counted before its network, so that a script on one cart does not use up what the others in its network
 * may do. All carts together have no limit, which a few networks could use up.
 */
export function cartLimits(app: FastifyInstance): CartLimits {
  const count = (
    { cart, visitor }: { cart: string; visitor: string },
    { ofCart, ofVisitor, ...rest }: { ofCart: number; ofVisitor: number; seconds: number; message?: string },
  ) => {
    const countCart = app.limit({ name: cart, max: ofCart, per: 'cart', ...rest })
    const countVisitor = app.limit({ name: visitor, max: ofVisitor, ...rest })
    return async (request: FastifyRequest, reply: FastifyReply, cartId: string) => {
      await countCart(request, reply, cartId)
      await countVisitor(request, reply)
    }
  }
  const wrong = { seconds: HOUR, message: CART_MESSAGES.tooManyCodes }
  const codesOfCart = app.limit({ name: 'wrong codes of a cart', max: 10, per: 'cart', ...wrong })
  // A network may be a large office, whose other shoppers have right codes.
  const codesOfVisitor = app.limit({ name: 'wrong codes of a visitor', max: 60, ...wrong })
  return {
    async tryingCode(request, reply, cartId) {
      await codesOfVisitor.peek(request, reply)
      await codesOfCart.peek(request, reply, cartId)
    },
    async wrongCode(request, reply, cartId) {
      // This request has its own error; the limits refuse the next one.
      await Promise.allSettled([codesOfVisitor(request, reply), codesOfCart(request, reply, cartId)])
    },
    opening: app.limit({ name: 'new carts of a visitor', max: 600, seconds: HOUR }),
    writing: count(
      { cart: 'writes to a cart', visitor: 'cart writes of a visitor' },
      { ofCart: 80, ofVisitor: 120, seconds: MINUTE, message: CART_MESSAGES.tooManyWrites },
    ),
    paying: count(
      { cart: 'payments of a cart', visitor: 'payments of a visitor' },
      { ofCart: 20, ofVisitor: 60, seconds: HOUR },
    ),
    completing: count(
      { cart: 'orders of a cart', visitor: 'orders of a visitor' },
      { ofCart: 30, ofVisitor: 120, seconds: HOUR },
    ),
  }
}
