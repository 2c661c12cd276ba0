import type { CheckoutStep } from '#shared/checkout/checkout-steps.ts'

/** Parts of the details page, as anchors of the links that change them. */
export type DetailsPart = 'contact' | 'address' | 'billing' | 'delivery' | 'gift'

/** Returns the path of a step. No path in this file contains its language. */
export function stepPath(step: CheckoutStep): string {
  return `/checkout/${step}`
}

/** Returns the link from the payment page to a part of the details page. */
export function changePath(part: DetailsPart): string {
  return `${stepPath('details')}#${part}`
}

/** The payment page with the choice of the payment method, although one has been chosen. */
export const CHOOSE_PAYMENT_PATH = `${stepPath('payment')}?payment=choose`

/**
 * Returns the path of a step that still preselects PayPal.
 * @param search the query of the current step, which may ask for PayPal
 */
export function nextPath(step: CheckoutStep, search: string): string {
  return new URLSearchParams(search).get('payment') === 'paypal' ? `${stepPath(step)}?payment=paypal` : stepPath(step)
}

/**
 * The payment page with the message that the total has changed. A payment session is valid only for the total that it
 * was created for.
 */
export const PAY_AGAIN_PATH = `${stepPath('payment')}?payment=anew`

/** Returns the path to continue on after a promotion code has changed the total. */
export function pathAfterCode(step: CheckoutStep): string {
  return step === 'payment' ? PAY_AGAIN_PATH : stepPath(step)
}
