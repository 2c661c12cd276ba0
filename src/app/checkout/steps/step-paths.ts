import { CHECKOUT_STEPS, stepAfter, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'

/** Anyone who changes one thing on the last page comes back to it. */
const CHANGE = 'then=review'
const PAY_ANEW = 'payment=anew'

/** Paths without their language. */
export function stepPath(step: CheckoutStep): string {
  return `/checkout/${step}`
}

/** To a step from the last page, and back again. */
export function changePath(step: CheckoutStep): string {
  return `${stepPath(step)}?${CHANGE}`
}

/** The step itself with what its address says of the way. */
export function ownPath(step: CheckoutStep, query: URLSearchParams): string {
  return isChange(query) ? changePath(step) : stepPath(step)
}

/**
 * Where a step leads once the total has changed. A payment ends with the total that it was begun for, so the last page
 * may lead on to the one before it: that says why.
 */
export function pathAfterChange(step: CheckoutStep, query: URLSearchParams): string {
  return step === 'review' ? `${stepPath(step)}?${PAY_ANEW}` : ownPath(step, query)
}

/** Where a payment is chosen once more. */
export const PAY_ANEW_PATH = `${stepPath('payment')}?${PAY_ANEW}`

/** Where a step leads once it is done. @param query of its address */
export function nextPath(step: CheckoutStep, query: URLSearchParams): string {
  return stepPath(isChange(query) ? 'review' : stepAfter(step))
}

/** The step before; undefined at the first. */
export function stepBefore(step: CheckoutStep): CheckoutStep | undefined {
  return CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) - 1]
}

function isChange(query: URLSearchParams): boolean {
  return `then=${query.get('then')}` === CHANGE
}
