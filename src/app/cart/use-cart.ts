import { createContext, useContext } from 'react'
import { useSnapshot } from 'valtio/react'

import type { CartState } from './cart-state.ts'
import type { CartStore } from './cart.store.ts'

export const CartContext = createContext<CartStore | undefined>(undefined)

/** Reading the store does not subscribe the component to changes. */
export function useCartStore(): CartStore {
  const store = useContext(CartContext)
  if (!store) throw new Error('The cart needs a CartProvider above it')
  return store
}

/** The component renders again when a property that it read has changed. */
export function useCart(): Readonly<CartState> {
  // The snapshot type is deeply readonly. The components that show a cart also accept the plain cart from the server.
  return useSnapshot(useCartStore().state) as CartState
}

export function useAddToCart(): CartStore['add'] {
  const { add, open } = useCartStore()
  return (product) => {
    add(product)
    open()
  }
}
