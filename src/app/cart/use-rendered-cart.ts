import { useEffect } from 'react'

import type { Cart } from '#shared/cart/cart.ts'

import { useCart, useCartStore } from './use-cart.ts'

/** Returns the rendered cart until hydration, then the store's. The store merges both if they differ. */
export function useRenderedCart(rendered: Cart | null): Cart | null {
  const { view, isLoaded, isSettled } = useCart()
  const { adopt } = useCartStore()
  useEffect(() => {
    if (rendered && !isLoaded) adopt(rendered)
  }, [rendered, isLoaded, adopt])
  return isLoaded || !isSettled ? view : rendered
}
