import type { FastifyReply, FastifyRequest } from 'fastify'

import { CART_DAYS } from '#shared/cart/cart-days.ts'

import { isId } from './ids.ts'

const SECONDS_KEPT = CART_DAYS * 24 * 60 * 60

/** A cookie that says, under our signature, that this visitor holds a cart or an order. */
interface HolderCookie {
  /** The id that the visitor holds; undefined where there is none, or it is not ours. */
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, id: string): void
  clear(reply: FastifyReply): void
}

/** The visitor's cart; mirrored by `cart_id` in the browser's storage. */
export const cartCookie = holderCookie('cart', 'cart', SECONDS_KEPT)
/** The order that the visitor placed last. */
export const orderCookie = holderCookie('order', 'order', SECONDS_KEPT)
/** The order that the visitor found by its number, on whatever device: until the browser is closed. */
export const foundOrderCookie = holderCookie('found_order', 'order')

function holderCookie(name: string, kind: 'cart' | 'order', maxAge?: number): HolderCookie {
  const options = (reply: FastifyReply) => {
    const secure = reply.server.config.publicUrl?.startsWith('https:') ?? false
    return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  }
  return {
    read(request) {
      const cookie = request.cookies[name]
      if (!cookie) return undefined
      const { valid, value } = request.unsignCookie(cookie)
      // Our signature does not say what it was given for: a cart's must not pass for an order's.
      return valid && value && isId(kind, value) ? value : undefined
    },
    set(reply, id) {
      reply.setCookie(name, id, { ...options(reply), ...(maxAge ? { maxAge } : {}), signed: true })
    },
    clear(reply) {
      reply.clearCookie(name, options(reply))
    },
  }
}
