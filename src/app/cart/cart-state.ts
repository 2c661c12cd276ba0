import { proxy, ref } from 'valtio/vanilla'

import type { Cart } from '#shared/cart/cart.ts'

import { toCartView } from './cart-view.ts'
import type { Notifications } from './messages.ts'
import type { PendingLine, PendingLines } from './pending-lines.ts'

/** The cart cannot follow the shopper's country without a new payment: they are asked first. ISO 4217. */
export interface CurrencyConfirmation {
  from: string
  to: string
}

export interface CartState extends Notifications {
  /** The last truth of the backend; null until it has spoken. */
  confirmed: Cart | null
  pending: PendingLines
  /** What the shopper sees: the confirmed cart with everything pending laid over it. */
  readonly view: Cart
  isOpen: boolean
  searchOpen: boolean
  loading: boolean
  confirmation: CurrencyConfirmation | null
  /** True where the page has a place of its own for what is told while the drawer is closed. */
  isShownInPage?: boolean
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
    messages: ref([]),
    notified: 0,
    confirmation: null,
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
