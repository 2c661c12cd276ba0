import type { Cart } from '#shared/cart/cart.ts'
import { keyOfItem } from '#shared/cart/line-key.ts'
import { withItems } from '#shared/cart/with-items.ts'

import type { TextStorage } from '../../routing/safe-storage.ts'
import type { CartState } from '../cart-state.ts'

/** Mirrors the signed cookie, which scripts cannot read. */
export const CART_ID_KEY = 'cart_id'

export type ConfirmedCart = ReturnType<typeof createConfirmedCart>

/** The part of the cart that the backend has confirmed. `key` is a `lineKey`. */
export function createConfirmedCart(state: CartState, storage: TextStorage) {
  let remembered: string | undefined
  let revision = 0
  let isDropped = false
  let era = 0
  const adding = new Map<string, number>()

  const lineOf = (key: string, cart: Cart | null = state.confirmed) =>
    cart?.items.find((item) => keyOfItem(item) === key)

  const quantityIn = (cart: Cart | null, key: string) => lineOf(key, cart)?.quantity ?? 0

  /** If it is a different cart, the quantities of pending adds are added to its quantities. */
  function take(cart: Cart): void {
    const previous = state.confirmed?.id === cart.id ? undefined : state.confirmed
    revision++
    isDropped = false
    remembered = cart.id
    storage.set(CART_ID_KEY, cart.id)
    state.confirmed = cart
    if (previous !== undefined) rebaseAdds(cart, previous)
  }

  /** Adjusts pending adds, so that their quantities are relative to `cart` instead of `previous`. */
  function rebaseAdds(cart: Cart, previous: Cart | null): void {
    for (const key of Object.keys(state.pending)) {
      // While an add is in flight, only its own response shows whether the cart already contains it.
      if (!adding.has(key)) raise(key, quantityIn(cart, key) - quantityIn(previous, key))
    }
  }

  function raise(key: string, more: number): void {
    const pendingChange = state.pending[key]
    if (pendingChange?.isAdd && more !== 0)
      state.pending[key] = { ...pendingChange, quantity: Math.max(1, pendingChange.quantity + more) }
  }

  // The storage is read first, because another tab may have switched to another cart.
  const id = () => storage.get(CART_ID_KEY) ?? remembered

  return {
    id,
    /** Increases with every change. The response to a read that began at a lower revision may be stale. */
    revision: () => revision,
    lineId: (key: string) => (state.confirmed?.id === id() ? lineOf(key)?.id : undefined),
    quantity: (key: string) => quantityIn(state.confirmed, key),
    /** Records a quantity that is being added to a line that does not exist yet. */
    adding: (key: string, quantity: number) => void adding.set(key, quantity),
    added: (key: string) => adding.get(key),
    /** Ends an add. The pending quantity is adjusted to the response `cart`; without one, the add failed. */
    settle(key: string, cart?: Cart) {
      const sent = adding.get(key)
      adding.delete(key)
      if (cart && sent !== undefined) raise(key, quantityIn(cart, key) - sent)
    },
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
      adding.clear()
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
