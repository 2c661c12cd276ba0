import { CHECKOUT_STEPS, stepAfter, type CheckoutStep } from '#shared/checkout/checkout-steps.ts'

/** Query parameter of a checkout step that was opened from the review step, to which the shopper returns. */
const CHANGE = 'then=review'
/** Query of the payment step if the payment has to be chosen again. */
const PAY_AGAIN = 'payment=anew'

/** The path of a step. No path here contains its language. */
export function stepPath(step: CheckoutStep): string {
  return `/checkout/${step}`
}

/** The link from the last step to another one that returns afterwards. */
export function changePath(step: CheckoutStep): string {
  return `${stepPath(step)}?${CHANGE}`
}

/** The path of the current step, including whether it returns to the last one. */
export function currentPath(step: CheckoutStep, query: URLSearchParams): string {
  return isChange(query) ? changePath(step) : stepPath(step)
}

/**
 * The path to continue on after the total has changed. A payment session ends with the total that it was created for, so
 * the last step gets a query that explains the redirect to the payment step.
 */
export function pathAfterChange(step: CheckoutStep, query: URLSearchParams): string {
  return step === 'review' ? `${stepPath(step)}?${PAY_AGAIN}` : currentPath(step, query)
}

/** The payment step with the message that the payment has to be chosen again. */
export const PAY_AGAIN_PATH = `${stepPath('payment')}?${PAY_AGAIN}`

/** The path to continue on after a step is completed. @param query the query of the step's URL */
export function nextPath(step: CheckoutStep, query: URLSearchParams): string {
  return stepPath(isChange(query) ? 'review' : stepAfter(step))
}

/** The previous step; undefined for the first. */
export function stepBefore(step: CheckoutStep): CheckoutStep | undefined {
  return CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) - 1]
}

function isChange(query: URLSearchParams): boolean {
  return `then=${query.get('then')}` === CHANGE
}
