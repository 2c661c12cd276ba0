import { CHECKOUT_STEPS, stepAfter, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'

/** Query of a checkout step that was opened from the review step. The shopper returns to the review step afterwards. */
const CHANGE = 'then=review'
/** Query of the payment step if the shopper has to choose the payment again. */
const PAY_AGAIN = 'payment=anew'

/** Returns the path of a step. No path in this file contains its language. */
export function stepPath(step: CheckoutStep): string {
  return `/checkout/${step}`
}

/** Returns the link from the last step to another step that returns to the last one afterwards. */
export function changePath(step: CheckoutStep): string {
  return `${stepPath(step)}?${CHANGE}`
}

/** Returns the path of the current step. It preserves the information that the step returns to the last one. */
export function currentPath(step: CheckoutStep, query: URLSearchParams): string {
  return isChange(query) ? changePath(step) : stepPath(step)
}

/**
 * Returns the path to continue on after the total has changed. A payment session is valid only for the total that it
 * was created for. The last step therefore gets a query that explains the redirect to the payment step.
 */
export function pathAfterChange(step: CheckoutStep, query: URLSearchParams): string {
  return step === 'review' ? `${stepPath(step)}?${PAY_AGAIN}` : currentPath(step, query)
}

/** The path of the payment step with the message that the payment has to be chosen again. */
export const PAY_AGAIN_PATH = `${stepPath('payment')}?${PAY_AGAIN}`

/**
 * Returns the path to continue on after a step is completed.
 * @param query query of the step's URL
 */
export function nextPath(step: CheckoutStep, query: URLSearchParams): string {
  return stepPath(isChange(query) ? 'review' : stepAfter(step))
}

/** Returns the previous step; undefined for the first step. */
export function stepBefore(step: CheckoutStep): CheckoutStep | undefined {
  return CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) - 1]
}

function isChange(query: URLSearchParams): boolean {
  return `then=${query.get('then')}` === CHANGE
}
