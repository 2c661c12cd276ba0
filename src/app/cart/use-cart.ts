import { createContext, useContext } from 'react'
import { useSnapshot } from 'valtio/react'

import type { Cart } from '#shared/cart/cart.ts'

import type { CurrencyConfirmation } from './cart-state.ts'
import type { CartStore } from './cart.store.ts'
import type { CartMessage } from './messages.ts'

/** Actions that only the page's life cycle uses. */
type CartActions = Omit<CartStore, 'state' | 'flush' | 'leave' | 'refresh'>

/** As the store's, but adding also shows the cart. */
interface CartInUse extends CartActions {
  /** What the shopper sees now; empty until the backend has spoken. Amounts in hundredths. */
  cart: Cart
  /** False until the backend has spoken once. */
  isLoaded: boolean
  /** True if no change is pending. */
  isSettled: boolean
  isOpen: boolean
  searchOpen: boolean
  loading: boolean
  messages: readonly CartMessage[]
  confirmation: CurrencyConfirmation | null
}

/** The cart and what can be done with it; renders again when what was read has changed. */
export function useCart(): CartInUse {
  const store = useCartStore()
  const snapshot = useSnapshot(store.state)
  // Getters, so that a component renders again only for what it reads.
  return {
    ...actionsOf(store),
    get cart() {
      // A snapshot is frozen, not different.
      return snapshot.view as Cart
    },
    get isLoaded() {
      return snapshot.confirmed !== null
    },
    get isSettled() {
      return Object.keys(snapshot.pending).length === 0
    },
    get isOpen() {
      return snapshot.isOpen
    },
    get searchOpen() {
      return snapshot.searchOpen
    },
    get loading() {
      return snapshot.loading
    },
    get messages() {
      return snapshot.messages as readonly CartMessage[]
    },
    get confirmation() {
      return snapshot.confirmation
    },
  }
}

function actionsOf(store: CartStore): CartActions {
  const { state: _state, flush: _flush, leave: _leave, refresh: _refresh, ...actions } = store
  return {
    ...actions,
    add(product) {
      store.add(product)
      store.open()
    },
  }
}

export const CartContext = createContext<CartStore | undefined>(undefined)

export function useCartStore(): CartStore {
  const store = useContext(CartContext)
  if (!store) throw new Error('The cart needs a CartProvider above it')
  return store
}
