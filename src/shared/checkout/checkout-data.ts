import { Type, type Static } from 'typebox'

import { Cart, PaymentProviderList, ShippingOptionList } from '../cart/cart.ts'
import { nullable } from '../nullable.ts'
import { AddressForm } from './address-form.ts'
import { CHECKOUT_STEPS } from './checkout-steps.ts'
import { SavedDetails } from './saved-details.ts'

/** The data of a checkout step. */
export const CheckoutData = Type.Object({
  /** Null if there is nothing to buy. */
  cart: nullable(Cart),
  /** In the step `payment`: what has changed in the cart since the shopper has last seen it. */
  notice: nullable(Type.String()),
  /** The page to go to if the cart has become an order or is about to; null otherwise. */
  goesOn: nullable(Type.Enum(['/order/confirmation', '/checkout/confirming'])),
  /** Countries that the shop delivers to, upper case. */
  countries: Type.Array(Type.String()),
  /**
   * Address forms by upper-case country code: those of the cart's and saved addresses and of the visitor's country. The form under
   * '' fits any country.
   */
  addressForms: Type.Record(Type.String(), AddressForm),
  /** Null for a guest. Filled in the step `details` only. */
  saved: nullable(SavedDetails),
  arrival: nullable(
    Type.String({
      description: 'in the step `payment`: when the order arrives if it is placed now, `Mon 30 Nov – Thu 3 Dec`',
    }),
  ),
  /** Filled in the step `details` only. */
  shippingOptions: ShippingOptionList.properties.shipping_options,
  /** Filled in the step `payment` only. */
  paymentProviders: PaymentProviderList.properties.payment_providers,
})
export type CheckoutData = Static<typeof CheckoutData>

export const CheckoutQuery = Type.Object({
  step: Type.Optional(Type.Enum([...CHECKOUT_STEPS])),
})
