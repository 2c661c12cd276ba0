/** Checkout with PayPal preselected, without the language. */
export const CHECKOUT_WITH_PAYPAL = '/checkout?payment=paypal'
