import type { Cart } from '#shared/cart/cart.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'
import { withItems } from '#shared/cart/with-items.ts'

import type { TextStorage } from '../../routing/safe-storage.ts'
import type { CartState } from '../cart-state.ts'
import { createOperation } from '../pending-lines.ts'

/** Mirrors the signed cookie, which scripts cannot read. */
export const CART_ID_KEY = 'cart_id'

export type ConfirmedCart = ReturnType<typeof createConfirmedCart>

/** The part of the cart that the backend has confirmed. `key` is a `lineKey`. */
export function createConfirmedCart(state: CartState, storage: TextStorage) {
  let remembered: string | undefined
  let revision = 0
  let isDropped = false
  let era = 0

  const lineOf = (key: string, cart: Cart | null = state.confirmed) =>
    cart?.items.find((item) => keyOfItem(item) === key)

  const quantity = (key: string, cart: Cart | null = state.confirmed) => lineOf(key, cart)?.quantity ?? 0

  /** If it is a different cart, pending changes apply to its quantities. */
  function take(cart: Cart): void {
    const previous = state.confirmed
    revision++
    isDropped = false
    remembered = cart.id
    storage.set(CART_ID_KEY, cart.id)
    state.confirmed = cart
    if (previous?.id === cart.id) return
    for (const [key, { base, sent }] of Object.entries(state.pending)) {
      // Only the response to a request shows whether the first cart that is read already contains its change.
      if (previous || sent === 0) rebase(key, base, quantity(key, cart))
    }
  }

  /** The pending change counts from another quantity in the cart: `to` instead of `from`. Its next request is a first. */
  function rebase(key: string, from: number, to: number): void {
    const pending = state.pending[key]
    if (!pending) return
    const shown = pending.isAdd ? Math.max(1, pending.quantity + to - from) : pending.quantity
    state.pending[key] = { ...pending, base: to, quantity: shown, operation: createOperation(), sent: 0 }
  }

  // The storage is read first, because another tab may have switched to another cart.
  const id = () => storage.get(CART_ID_KEY) ?? remembered

  return {
    id,
    /** Increases with every change. The response to a read that began at a lower revision may be stale. */
    revision: () => revision,
    quantity,
    rebase,
    take,
    /** Applies only the line itself from a response, because the other lines may be stale. */
    takeLine(key: string, cart: Cart) {
      const known = state.confirmed
      // The stored cart was dropped or replaced, so the response is about another cart.
      if (id() !== cart.id) return
      // Lines in different currencies must not be mixed.
      if (known?.id !== cart.id || known.currency_code !== cart.currency_code) return take(cart)
      revision++
      const line = lineOf(key, cart)
      const others = known.items.filter((item) => keyOfItem(item) !== key)
      const index = known.items.findIndex((item) => keyOfItem(item) === key)
      const at = index === -1 ? others.length : index
      state.confirmed = withItems(known, line ? others.toSpliced(at, 0, line) : others)
    },
    drop() {
      revision++
      era++
      isDropped = true
      remembered = undefined
      storage.remove(CART_ID_KEY)
      state.confirmed = null
    },
    /** From `drop` until the next cart, the cookie still names the dropped cart, which must not be used. */
    isDropped: () => isDropped,
    /** The number of dropped carts. A response from an earlier era is about another cart. */
    era: () => era,
  }
}
