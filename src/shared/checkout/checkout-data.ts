import { Type, type Static } from 'typebox'

import { Cart, PaymentProviderList, ShippingOptionList } from '../cart/cart.ts'
import { nullable } from '../nullable.ts'
import { AddressForm } from './address-form.ts'
import { CHECKOUT_STEPS } from './checkout-steps.ts'
import { SavedDetails } from './saved-details.ts'

export const CheckoutData = Type.Object({
  /** Null if there is nothing to buy. */
  cart: nullable(Cart),
  /** In the step `payment`: what has changed in the cart since the shopper has last seen it. */
  notice: nullable(Type.String()),
  /** Set if the cart has become an order or is about to. */
  goesOn: nullable(Type.Enum(['/order/confirmation', '/checkout/confirming'])),
  countries: Type.Array(Type.String()),
  /**
   * By upper-case country code: of the cart's and saved addresses and of the visitor's country. '' fits any country.
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
