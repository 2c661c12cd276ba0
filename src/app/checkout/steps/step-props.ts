import type { Cart } from '#shared/cart/cart.ts'

import type { StepData } from '../load-step.ts'
import type { Checkout } from '../use-checkout.ts'

/** Props of every step component. */
export interface StepProps {
  /** As the shopper sees it now; the data's own is as the page came. */
  cart: Cart
  data: StepData
  checkout: Checkout
}
