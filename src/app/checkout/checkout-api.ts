import type { CartAnswer, PaymentSessionAnswer, UpdateCart } from '#shared/cart/cart.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'

import type { CallShop } from '../cart/cart-api.ts'

/** The calls of checkout for one cart. Every call throws CartApiError. */
export interface CheckoutApi {
  update(cartId: string, body: UpdateCart): Promise<CartAnswer>
  addShippingMethod(cartId: string, optionId: string): Promise<CartAnswer>
  /** Says how the cart is going to be paid. */
  startPayment(cartId: string, providerId: string): Promise<PaymentSessionAnswer>
  addressForm(country: string): Promise<AddressForm>
}

export function createCheckoutApi(call: CallShop): CheckoutApi {
  return {
    update: (cartId, body) => call('POST', `/carts/${cartId}`, body),
    addShippingMethod: (cartId, optionId) => call('POST', `/carts/${cartId}/shipping-methods`, { option_id: optionId }),
    startPayment: (cartId, providerId) =>
      call('POST', `/carts/${cartId}/payment-sessions`, { provider_id: providerId }),
    addressForm: (country) => call('GET', `/address-forms/${country}`),
  }
}
