import { Type, type Static } from 'typebox'

import { Cart, PaymentProviderList, ShippingOptionList } from '../cart/cart.ts'
import { nullable } from '../nullable.ts'
import { AddressForm } from './address-form.ts'
import { CHECKOUT_STEPS } from './checkout-steps.ts'
import { SavedDetails } from './saved-details.ts'

export const CheckoutData = Type.Object({
  cart: nullable(Cart),
  /** In the step `payment`: what has changed since the shopper has last seen the cart. */
  notice: nullable(Type.String()),
  redirectTo: nullable(Type.Enum(['/order/confirmation', '/checkout/confirming'])),
  countries: Type.Array(Type.String()),
  /** By upper-case country code; '' fits any country. */
  addressForms: Type.Record(Type.String(), AddressForm),
  /** Null for a guest, and outside the step `details`. */
  saved: nullable(SavedDetails),
  arrival: nullable(
    Type.String({
      description: 'in the step `payment`: when the order arrives if it is placed now, `Mon 30 Nov – Thu 3 Dec`',
    }),
  ),
  shippingOptions: ShippingOptionList.properties.shipping_options,
  /** Only in the step `payment`, as the shipping options are only in `details`. */
  paymentProviders: PaymentProviderList.properties.payment_providers,
})
export type CheckoutData = Static<typeof CheckoutData>

export const CheckoutQuery = Type.Object({
  step: Type.Optional(Type.Enum([...CHECKOUT_STEPS])),
})
