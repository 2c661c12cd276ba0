import type { Cart } from '#shared/api/cart.ts'
import { withItems } from '#shared/cart/with-items.ts'

import type { TextStorage } from '../../routing/safe-storage.ts'
import { hasPending, setConfirmed, setPending, type CartState } from '../cart-state.ts'

/** Mirrors the signed cookie, for scripts that may not read it. */
export const CART_ID_KEY = 'cart_id'

/** The backend's side of the cart: its id, its last truth, and which line stands for which variant. */
export interface ConfirmedCart {
  id(): string | undefined
  /** Rises with everything that is taken: who asked before and hears after it knows that the answer is old. */
  revision(): number
  lineId(variantId: string): string | undefined
  quantity(variantId: string): number
  /** Takes a whole cart; wishes made before any cart was known now count on top of it. */
  take(cart: Cart): void
  /** Takes what a late or partial answer surely knows: the variant's own line. */
  takeLine(variantId: string, cart: Cart): void
  /** Lets go of the cart, here and in the browser's storage. */
  drop(): void
}

export function createConfirmedCart(state: CartState, storage: TextStorage): ConfirmedCart {
  let remembered: string | undefined
  let revision = 0

  const lineOf = (variantId: string, cart: Cart | null = state.confirmed) =>
    cart?.items.find((item) => item.variant_id === variantId)

  function take(cart: Cart): void {
    const isFirst = state.confirmed === null
    revision++
    remembered = cart.id
    storage.set(CART_ID_KEY, cart.id)
    setConfirmed(state, cart)
    if (isFirst && hasPending(state)) countOnTop(cart)
  }

  function countOnTop(cart: Cart): void {
    for (const wish of Object.values(state.pending)) {
      const line = wish.isAdd ? lineOf(wish.variantId, cart) : undefined
      if (line) setPending(state, { ...wish, quantity: wish.quantity + line.quantity })
    }
  }

  // Another tab may have moved on to another cart, and says so in the storage.
  const id = () => storage.get(CART_ID_KEY) ?? remembered

  return {
    id,
    revision: () => revision,
    lineId: (variantId) => (state.confirmed?.id === id() ? lineOf(variantId)?.id : undefined),
    quantity: (variantId) => lineOf(variantId)?.quantity ?? 0,
    take,
    takeLine(variantId, cart) {
      const known = state.confirmed
      if (known?.id !== cart.id) return take(cart)
      revision++
      const line = lineOf(variantId, cart)
      const others = known.items.filter((item) => item.variant_id !== variantId)
      const place = known.items.findIndex((item) => item.variant_id === variantId)
      const at = place === -1 ? others.length : place
      setConfirmed(state, withItems(known, line ? others.toSpliced(at, 0, line) : others))
    },
    drop() {
      revision++
      remembered = undefined
      storage.remove(CART_ID_KEY)
      setConfirmed(state, null)
    },
  }
}
