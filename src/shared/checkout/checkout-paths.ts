export const CHECKOUT_WITH_PAYPAL = '/checkout?payment=paypal'
