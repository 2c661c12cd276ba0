import { HttpError } from '#server/http/http-error.ts'

import { createCartCheckout, type CartCheckout } from './cart-checkout.ts'
import { createCartCompletion, type CartCompletion } from './cart-completion.ts'
import { createCartContext, type CartContext, type CartsOptions } from './cart-context.ts'
import { createCartDetails, type CartDetails } from './cart-details.ts'
import { createCartLines, type CartLines } from './cart-lines.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { createCartRecreation, type CartRecreation } from './recreate-cart.ts'

/** All cart operations, up to the order. The caller validates ids. */
export type Carts = CartDetails &
  CartLines &
  CartRecreation &
  CartCheckout &
  CartCompletion &
  Pick<CartContext, 'deliveryWays'>

/** Creates the cart operations. Writes to one cart run one at a time, across processes. */
export function createCarts(options: CartsOptions): Carts {
  const context = createCartContext(options)
  const details = createCartDetails(context)
  const lines = createCartLines(context)
  return {
    ...details,
    ...lines,
    ...createCartRecreation(context, { ...details, ...lines }),
    ...createCartCheckout(context),
    ...createCartCompletion(context),
    deliveryWays: context.deliveryWays,
  }
}

/** Returns whether the cart is completed or gone, so that the shopper needs a new one. */
export function isCartGone(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  const { message } = error.facts
  return message === CART_MESSAGES.noCart || message === CART_MESSAGES.cartCompleted
}
