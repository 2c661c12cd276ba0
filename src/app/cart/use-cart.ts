import { createContext, useContext } from 'react'
import { useSnapshot } from 'valtio/react'

import type { CartState } from './cart-state.ts'
import type { CartStore } from './cart.store.ts'

export const CartContext = createContext<CartStore | undefined>(undefined)

/** The store of this document's cart. Reading it does not subscribe the component to changes. */
export function useCartStore(): CartStore {
  const store = useContext(CartContext)
  if (!store) throw new Error('The cart needs a CartProvider above it')
  return store
}

/** A snapshot of the cart's state. The component renders again when a property that it read has changed. */
export function useCart(): Readonly<CartState> {
  // A snapshot's type is deeply readonly; the components that show a cart also show the server's plain one.
  return useSnapshot(useCartStore().state) as CartState
}

/** @returns a function that adds a product to the cart and opens the drawer */
export function useAddToCart(): CartStore['add'] {
  const { add, open } = useCartStore()
  return (product) => {
    add(product)
    open()
  }
}
