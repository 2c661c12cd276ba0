import { Refusal } from '#server/refusals/refusal.ts'

import { CART_SENTENCES } from './cart-sentences.ts'

/** True where the cart itself is at an end, so that a new one is the way on. */
export function isCartGone(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const { sentence } = error.facts
  return sentence === CART_SENTENCES.noCart || sentence === CART_SENTENCES.cartCompleted
}
