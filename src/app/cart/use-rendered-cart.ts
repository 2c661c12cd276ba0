import { useEffect } from 'react'

import type { Cart } from '#shared/api/cart.ts'

import { useCart } from './use-cart.ts'

/**
 * The cart of a page that the server rendered: its own until the page is awake, the living one from then on.
 * The cookie that the server went by outranks what the browser remembers.
 */
export function useRenderedCart(rendered: Cart | null): Cart | null {
  const { cart, isLoaded, isSettled, adopt } = useCart()
  useEffect(() => {
    if (rendered && !isLoaded) adopt(rendered)
  }, [rendered, isLoaded, adopt])
  return isLoaded || !isSettled ? cart : rendered
}
