import type { Cart } from '#shared/cart/cart.ts'

import type { StepData } from '../load-step.ts'
import type { Checkout } from '../use-checkout.ts'

/** What every step of checkout is made with. */
export interface StepProps {
  /** As the shopper sees it now; the data's own is as the page came. */
  cart: Cart
  data: StepData
  checkout: Checkout
}
