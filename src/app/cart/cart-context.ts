import { createContext, useContext } from 'react'

import type { CartStore } from './cart.store.ts'

export const CartContext = createContext<CartStore | undefined>(undefined)

export function useCartStore(): CartStore {
  const store = useContext(CartContext)
  if (!store) throw new Error('The cart needs a CartProvider above it')
  return store
}
