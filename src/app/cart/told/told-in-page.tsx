import { useEffect } from 'react'

import { useCartStore } from '../cart-context.ts'
import type { CartState } from '../cart-state.ts'
import { useCart } from '../use-cart.ts'
import { CartMessages } from './cart-messages.tsx'

/** What is told while the drawer is closed, in reach of the keys of whoever stands in the cart's own page. */
export function ToldInPage() {
  const { state } = useCartStore()
  const { isOpen } = useCart()
  useEffect(() => tellInPage(state), [state])
  return <div aria-live="polite">{isOpen ? null : <CartMessages isFloating isInPage />}</div>
}

/** @returns what lets the messages float at the end of the document again */
function tellInPage(state: CartState): () => void {
  state.isToldInPage = true
  return () => void (state.isToldInPage = false)
}
