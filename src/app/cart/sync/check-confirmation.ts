import type { Cart } from '#shared/cart/cart.ts'

import type { CartMessage } from '../messages.ts'
import type { PendingLine } from '../pending-lines.ts'

/** Whether a cart holds what was asked. */
export function isAsAsked({ variantId, quantity }: PendingLine, cart: Cart): boolean {
  return (cart.items.find((line) => line.variant_id === variantId)?.quantity ?? 0) === quantity
}

/**
 * How a failed change is reported to the shopper and in the log.
 * @param isCartMissing true if there was no cart to write to
 * @param isKnown true if the backend has a line for it
 */
export function failureOf(
  { quantity, isAdd, isAgain }: PendingLine,
  isCartMissing: boolean,
  isKnown: boolean,
): { code: CartMessage['code']; text: string } {
  if (isAgain) return { code: 'add-failed', text: 'Failed to re-add item' }
  if (quantity === 0) {
    return { code: 'remove-failed', text: isCartMissing ? 'Failed to remove item' : 'Failed to sync removal' }
  }
  if (!isAdd) {
    const text = isCartMissing ? 'Failed to update item quantity' : 'Failed to sync quantity update'
    return { code: 'update-failed', text }
  }
  if (isCartMissing) return { code: 'add-failed', text: 'Failed to add/update item' }
  return { code: 'add-failed', text: isKnown ? 'Failed to sync add item' : 'Failed to add new item' }
}
