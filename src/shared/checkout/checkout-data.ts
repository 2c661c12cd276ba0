import { Type, type Static } from 'typebox'

import { Cart, PaymentProviderList, ShippingOptionList } from '../cart/cart.ts'
import { nullable } from '../nullable.ts'
import { AddressForm } from './address-form.ts'
import { CHECKOUT_STEPS } from './checkout-steps.ts'

/** What a step of checkout is made of. */
export const CheckoutData = Type.Object({
  /** Null if there is nothing to buy. */
  cart: nullable(Cart),
  /** Where a shopper goes whose cart has become an order, or is about to. */
  goesOn: nullable(Type.Enum(['/order/confirmation', '/checkout/confirming'])),
  /** Countries that the shop delivers to, upper case. */
  countries: Type.Array(Type.String()),
  /** Address forms by upper-case country code: for the cart's and the visitor's country, and under '' for others. */
  addressForms: Type.Record(Type.String(), AddressForm),
  /** Of the delivery step alone. */
  shippingOptions: ShippingOptionList.properties.shipping_options,
  /** Of the payment step alone. */
  paymentProviders: PaymentProviderList.properties.payment_providers,
})
export type CheckoutData = Static<typeof CheckoutData>

export const CheckoutQuery = Type.Object({
  step: Type.Optional(Type.Enum([...CHECKOUT_STEPS])),
})
