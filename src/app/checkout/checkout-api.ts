import type { CartAnswer, Funding, PaymentSessionAnswer, ShippingOptionList, UpdateCart } from '#shared/cart/cart.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'

import type { CallShop } from '../cart/cart-api.ts'

export type CheckoutApi = ReturnType<typeof createCheckoutApi>

/** Every call throws CartApiError. */
export function createCheckoutApi(call: CallShop) {
  return {
    update: (cartId: string, body: UpdateCart) => call<CartAnswer>('POST', `/carts/${cartId}`, body),
    shippingOptions: (cartId: string) => call<ShippingOptionList>('GET', `/carts/${cartId}/shipping-options`),
    addShippingMethod: (cartId: string, optionId: string) =>
      call<CartAnswer>('POST', `/carts/${cartId}/shipping-methods`, { option_id: optionId }),
    startPayment: (cartId: string, providerId: string, funding?: Funding) =>
      call<PaymentSessionAnswer>('POST', `/carts/${cartId}/payment-sessions`, {
        provider_id: providerId,
        funding,
      }),
    addressForm: (country: string) => call<AddressForm>('GET', `/address-forms/${country}`),
  }
}
