import { useEffect } from 'react'

import type { CartState } from '../cart-view.ts'
import { useCartStore, useCart } from '../use-cart.ts'
import { CartMessages } from './cart-messages.tsx'

/** What is told while the drawer is closed, in reach of the keys of anyone who stands in the cart's own page. */
export function NoticesInPage() {
  const { state } = useCartStore()
  const { isOpen } = useCart()
  useEffect(() => showInPage(state), [state])
  return <div aria-live="polite">{isOpen ? null : <CartMessages isFloating isInPage />}</div>
}

/** @returns what lets the messages float at the end of the document again */
function showInPage(state: CartState): () => void {
  state.isShownInPage = true
  return () => void (state.isShownInPage = false)
}
