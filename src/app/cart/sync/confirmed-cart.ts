import type { Cart } from '#shared/cart/cart.ts'
import { withItems } from '#shared/cart/with-items.ts'

import type { TextStorage } from '../../routing/safe-storage.ts'
import type { CartState } from '../cart-state.ts'

/** Mirrors the signed cookie, for scripts that may not read it. */
export const CART_ID_KEY = 'cart_id'

/** The confirmed side of the cart: its id, the last answer of the backend, and the line of each variant. */
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
  /** Records a quantity that is being added to a line that does not exist yet. */
  adding(variantId: string, quantity: number): void
  /** The quantity that is being added; undefined if none is. */
  added(variantId: string): number | undefined
  /**
   * The adding has ended. @param cart what it answered; what is wanted by now counts on top of what was there before
   */
  settle(variantId: string, cart?: Cart): void
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
  const adding = new Map<string, number>()

  const lineOf = (variantId: string, cart: Cart | null = state.confirmed) =>
    cart?.items.find((item) => item.variant_id === variantId)

  const quantityIn = (cart: Cart | null, variantId: string) => lineOf(variantId, cart)?.quantity ?? 0

  function take(cart: Cart): void {
    const left = state.confirmed?.id === cart.id ? undefined : state.confirmed
    revision++
    isGivenUp = false
    remembered = cart.id
    storage.set(CART_ID_KEY, cart.id)
    state.confirmed = cart
    if (left !== undefined) countOnTop(cart, left)
  }

  /** What was added to another cart, or before any was known, now counts on top of this one. */
  function countOnTop(cart: Cart, left: Cart | null): void {
    for (const { variantId } of Object.values(state.pending)) {
      // Only the response to the add itself tells whether its quantity is in this cart already.
      if (!adding.has(variantId)) raise(variantId, quantityIn(cart, variantId) - quantityIn(left, variantId))
    }
  }

  function raise(variantId: string, more: number): void {
    const pendingChange = state.pending[variantId]
    if (pendingChange?.isAdd && more !== 0)
      state.pending[variantId] = { ...pendingChange, quantity: Math.max(1, pendingChange.quantity + more) }
  }

  // Another tab may have moved on to another cart, and says so in the storage.
  const id = () => storage.get(CART_ID_KEY) ?? remembered

  return {
    id,
    revision: () => revision,
    lineId: (variantId) => (state.confirmed?.id === id() ? lineOf(variantId)?.id : undefined),
    quantity: (variantId) => quantityIn(state.confirmed, variantId),
    adding: (variantId, quantity) => void adding.set(variantId, quantity),
    added: (variantId) => adding.get(variantId),
    settle(variantId, cart) {
      const sent = adding.get(variantId)
      adding.delete(variantId)
      if (cart && sent !== undefined) raise(variantId, quantityIn(cart, variantId) - sent)
    },
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
      state.confirmed = withItems(known, line ? others.toSpliced(at, 0, line) : others)
    },
    drop() {
      revision++
      era++
      isGivenUp = true
      adding.clear()
      remembered = undefined
      storage.remove(CART_ID_KEY)
      state.confirmed = null
    },
    isGivenUp: () => isGivenUp,
    era: () => era,
  }
}
