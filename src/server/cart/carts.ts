import { HttpError } from '#server/http/http-error.ts'

import { createCartCheckout, type CartCheckout } from './cart-checkout.ts'
import { createCartCompletion, type CartCompletion } from './cart-completion.ts'
import { createCartContext, type CartContext, type CartsOptions } from './cart-context.ts'
import { createCartDetails, type CartDetails } from './cart-details.ts'
import { createCartLines, type CartLines } from './cart-lines.ts'
import { CART_MESSAGES } from './cart-messages.ts'
import { createCartRecreation, type CartRecreation } from './recreate-cart.ts'

/** Everything a shopper does with a cart, up to the order. Ids are validated by the caller. */
export type Carts = CartDetails &
  CartLines &
  CartRecreation &
  CartCheckout &
  CartCompletion &
  Pick<CartContext, 'deliveryWays'>

/** Carts of the backend in the seed's shape; writes to one cart run one after another, in whichever process. */
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

/** True where the cart itself is at an end, so that a new one is the way on. */
export function isCartGone(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  const { message } = error.facts
  return message === CART_MESSAGES.noCart || message === CART_MESSAGES.cartCompleted
}
