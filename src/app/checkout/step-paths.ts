import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'

export type DetailsPart = 'contact' | 'address' | 'billing' | 'delivery' | 'gift'

/** No path in this file contains its language. */
export function stepPath(step: CheckoutStep): string {
  return `/checkout/${step}`
}

export function changePath(part: DetailsPart): string {
  return `${stepPath('details')}#${part}`
}

/** The payment page with the choice of the payment method, although one has been chosen. */
export const CHOOSE_PAYMENT_PATH = `${stepPath('payment')}?payment=choose`

/** Preselects PayPal if `search`, the query of the current step, does. */
export function nextPath(step: CheckoutStep, search: string): string {
  return new URLSearchParams(search).get('payment') === 'paypal' ? `${stepPath(step)}?payment=paypal` : stepPath(step)
}

/** Says that the total has changed. A payment session is valid only for the total that it was created for. */
export const PAY_AGAIN_PATH = `${stepPath('payment')}?payment=anew`

/** A promotion code that changes the total ends a payment that has begun. */
export function pathAfterCode(step: CheckoutStep): string {
  return step === 'payment' ? PAY_AGAIN_PATH : stepPath(step)
}
