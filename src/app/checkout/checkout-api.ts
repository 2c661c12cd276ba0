import type { CartAnswer, PaymentProviderList, ShippingOptionList, UpdateCart } from '#shared/api/cart.ts'

import type { CallShop } from '../cart/cart-api.ts'

/** What checkout asks of the shop, for one cart. Every call throws CartApiError. */
export interface CheckoutApi {
  update(cartId: string, body: UpdateCart): Promise<CartAnswer>
  shippingOptions(cartId: string): Promise<ShippingOptionList>
  addShippingMethod(cartId: string, optionId: string): Promise<CartAnswer>
  paymentProviders(cartId: string): Promise<PaymentProviderList>
}

export function createCheckoutApi(call: CallShop): CheckoutApi {
  return {
    update: (cartId, body) => call('POST', `/carts/${cartId}`, body),
    shippingOptions: (cartId) => call('GET', `/carts/${cartId}/shipping-options`),
    addShippingMethod: (cartId, optionId) => call('POST', `/carts/${cartId}/shipping-methods`, { option_id: optionId }),
    paymentProviders: (cartId) => call('GET', `/carts/${cartId}/payment-providers`),
  }
}
