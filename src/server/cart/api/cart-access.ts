import type { FastifyReply, FastifyRequest } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'

import type { CartLimits } from '../cart-limits.ts'
import { CART_MESSAGES } from '../cart-messages.ts'
import { cartCookie, isId, orderCookie, type IdKind } from './cart-cookies.ts'

/** The cart in the visitor's cookie, so that forms need no id. */
export const CURRENT = 'current'

/** @throws HttpError 404 */
export function checkId(kind: IdKind, id: string): string {
  if (isId(kind, id)) return id
  const text = { cart: CART_MESSAGES.noCart, line: CART_MESSAGES.noLine, order: CART_MESSAGES.noOrder }[kind]
  throw new HttpError(404, { message: text })
}

export function cartIdOf(request: FastifyRequest<{ Params: { id: string } }>): string {
  const { id } = request.params
  return checkId('cart', id === CURRENT ? (cartCookie.read(request) ?? '') : id)
}

/** Knowing the id of a cart is not enough. */
export function isHolder(request: FastifyRequest, cartId: string): boolean {
  return cartCookie.read(request) === cartId
}

/** The right to change a cart comes from the cookie, not the id. Throws HttpError 404, 403, or 409 for an order. */
export function heldCartIdOf(request: FastifyRequest<{ Params: { id: string } }>): string {
  const id = cartIdOf(request)
  if (isHolder(request, id)) return id
  if (orderCookie.cartId(request) === id) throw new HttpError(409, { message: CART_MESSAGES.cartCompleted })
  throw new HttpError(403, { message: CART_MESSAGES.notHolder, details: { reason: 'not_holder' } })
}

/** Like `heldCartIdOf`, and counts one write: throws HttpError 429 too. */
export async function writableCartId(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  limits: CartLimits,
): Promise<string> {
  const id = heldCartIdOf(request)
  await limits.writing(request, reply, id)
  return id
}

/** Anyone may read a guest's cart by its id, only its holder a customer's. Throws DatabaseDown. */
export async function mayRead(request: FastifyRequest, cartId: string): Promise<boolean> {
  return isHolder(request, cartId) || !(await request.server.cartOwners.isOwned(cartId))
}
