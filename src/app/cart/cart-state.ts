import { proxy, ref } from 'valtio/vanilla'

import type { Cart } from '#shared/api/cart.ts'

import { toCartView } from './cart-view.ts'
import type { PendingLine, PendingLines } from './pending-lines.ts'

/** What the shopper is told, once; the words are the component's. */
export interface CartMessage {
  /** Newer messages have higher numbers. */
  number: number
  code: 'added' | 'removed' | 'add-failed' | 'update-failed' | 'remove-failed' | 'load-failed' | 'replaced' | 'notice'
  piece?: string | null | undefined
  /** A sentence of the shop's API, in the page's language. */
  text?: string | undefined
}

export interface CartState {
  /** The last truth of the backend; null until it has spoken. */
  confirmed: Cart | null
  pending: PendingLines
  /** What the shopper sees: the confirmed cart with everything pending laid over it. */
  readonly view: Cart
  isOpen: boolean
  searchOpen: boolean
  loading: boolean
  message: CartMessage | null
}

/** @param currency ISO 4217, for the cart that is shown before there is one */
export function createCartState(currency: string): CartState {
  return proxy<CartState>({
    confirmed: null,
    pending: ref<PendingLines>({}),
    get view() {
      return toCartView(this.confirmed, this.pending, currency)
    },
    isOpen: false,
    searchOpen: false,
    loading: false,
    message: null,
  })
}

export function setPending(state: CartState, line: PendingLine): void {
  state.pending = ref({ ...state.pending, [line.variantId]: line })
}

export function forgetPending(state: CartState, variantId: string): void {
  const { [variantId]: _, ...others } = state.pending
  state.pending = ref(others)
}

export function hasPending(state: CartState): boolean {
  return Object.keys(state.pending).length > 0
}

/** Carts are replaced whole, so nothing of them needs watching from within. */
export function setConfirmed(state: CartState, cart: Cart | null): void {
  state.confirmed = cart && ref(cart)
}

export function say(state: CartState, message: Omit<CartMessage, 'number'>): void {
  state.message = { ...message, number: (state.message?.number ?? 0) + 1 }
}
