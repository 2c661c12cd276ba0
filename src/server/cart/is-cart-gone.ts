import { HttpError } from '#server/http/http-error.ts'

import { CART_MESSAGES } from './cart-messages.ts'

/** True where the cart itself is at an end, so that a new one is the way on. */
export function isCartGone(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  const { message } = error.facts
  return message === CART_MESSAGES.noCart || message === CART_MESSAGES.cartCompleted
}
