import { useEffect } from 'react'

import type { Cart } from '#shared/cart/cart.ts'

import { useCart } from './use-cart.ts'

/**
 * The cart of a page that the server rendered: its own until the page is awake, the living one from then on.
 * Where the browser remembers another one, the store brings both together.
 */
export function useRenderedCart(rendered: Cart | null): Cart | null {
  const { cart, isLoaded, isSettled, adopt } = useCart()
  useEffect(() => {
    if (rendered && !isLoaded) adopt(rendered)
  }, [rendered, isLoaded, adopt])
  return isLoaded || !isSettled ? cart : rendered
}
