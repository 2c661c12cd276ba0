import type { Cart } from '#shared/api/cart.ts'
import { withItems } from '#shared/cart/with-items.ts'

import type { TextStorage } from '../../routing/safe-storage.ts'
import { setConfirmed, setPending, type CartState } from '../cart-state.ts'

/** Mirrors the signed cookie, for scripts that may not read it. */
export const CART_ID_KEY = 'cart_id'

/** The backend's side of the cart: its id, its last truth, and which line stands for which variant. */
export interface ConfirmedCart {
  id(): string | undefined
  /** Rises with everything that is taken: who asked before and hears after it knows that the answer is old. */
  revision(): number
  lineId(variantId: string): string | undefined
  quantity(variantId: string): number
  /** Takes a whole cart; what was added to another one, or before any was known, counts on top of it. */
  take(cart: Cart): void
  /** Takes what a late or partial answer surely knows: the variant's own line. */
  takeLine(variantId: string, cart: Cart): void
  /** Lets go of the cart, here and in the browser's storage. */
  drop(): void
  /** True after that, until there is another: what the cookie still names is not wanted. */
  isGivenUp(): boolean
  /** Rises with every cart that is let go: what was asked of one says nothing of the next. */
  era(): number
}

export function createConfirmedCart(state: CartState, storage: TextStorage): ConfirmedCart {
  let remembered: string | undefined
  let revision = 0
  let isGivenUp = false
  let era = 0

  const lineOf = (variantId: string, cart: Cart | null = state.confirmed) =>
    cart?.items.find((item) => item.variant_id === variantId)

  function take(cart: Cart): void {
    const left = state.confirmed?.id === cart.id ? undefined : state.confirmed
    revision++
    isGivenUp = false
    remembered = cart.id
    storage.set(CART_ID_KEY, cart.id)
    setConfirmed(state, cart)
    if (left !== undefined) countOnTop(cart, left)
  }

  /** What was added to another cart, or before any was known, now counts on top of this one. */
  function countOnTop(cart: Cart, left: Cart | null): void {
    for (const wish of Object.values(state.pending)) {
      const held = (lineOf(wish.variantId, cart)?.quantity ?? 0) - (lineOf(wish.variantId, left)?.quantity ?? 0)
      if (wish.isAdd && held !== 0) setPending(state, { ...wish, quantity: Math.max(1, wish.quantity + held) })
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
      // Given up meanwhile: the answer speaks of another cart.
      if (id() !== cart.id) return
      // A line of another currency never stands among those of the old one.
      if (known?.id !== cart.id || known.currency_code !== cart.currency_code) return take(cart)
      revision++
      const line = lineOf(variantId, cart)
      const others = known.items.filter((item) => item.variant_id !== variantId)
      const place = known.items.findIndex((item) => item.variant_id === variantId)
      const at = place === -1 ? others.length : place
      setConfirmed(state, withItems(known, line ? others.toSpliced(at, 0, line) : others))
    },
    drop() {
      revision++
      era++
      isGivenUp = true
      remembered = undefined
      storage.remove(CART_ID_KEY)
      setConfirmed(state, null)
    },
    isGivenUp: () => isGivenUp,
    era: () => era,
  }
}
