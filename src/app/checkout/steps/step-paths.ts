import { CHECKOUT_STEPS, stepAfter, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'

/** Marks a change from the review, which returns to it. */
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

/** Path of the step itself, including its return query. */
export function ownPath(step: CheckoutStep, query: URLSearchParams): string {
  return isChange(query) ? changePath(step) : stepPath(step)
}

/**
 * Where to go after the total changed. A payment session ends with its total, so the review may lead back to the
 * payment step, which says why.
 */
export function pathAfterChange(step: CheckoutStep, query: URLSearchParams): string {
  return step === 'review' ? `${stepPath(step)}?${PAY_ANEW}` : ownPath(step, query)
}

/** Path to choose a payment again. */
export const PAY_ANEW_PATH = `${stepPath('payment')}?${PAY_ANEW}`

/** Path of the next step. @param query of the current URL */
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
