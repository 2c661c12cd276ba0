import type { Cart } from '../cart/cart.ts'
import { isEmailAddress } from '../email/is-email-address.ts'
import type { AddressForm } from './address-form.ts'
import { findAddressProblems } from './address-problems.ts'

/** The steps of checkout in order. Each is a page; the last one places the order. */
export const CHECKOUT_STEPS = ['contact', 'address', 'delivery', 'payment', 'review'] as const
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

/** Address forms by upper-case country code; contains at least the countries of the cart's addresses. */
export type AddressForms = Readonly<Record<string, AddressForm>>

/** Payment sessions in one of these states can still be used. */
export const USABLE_SESSION_STATES: readonly string[] = ['pending', 'requires_more', 'authorized']

export function isCheckoutStep(text: string | null | undefined): text is CheckoutStep {
  return (CHECKOUT_STEPS as readonly (string | null | undefined)[]).includes(text)
}

/** The completed steps of a cart. They are read from the cart alone, so steps completed in another tab count. */
export function doneSteps(cart: Cart, forms: AddressForms): CheckoutStep[] {
  return CHECKOUT_STEPS.filter((step) => IS_DONE[step](cart, forms))
}

/** The step on which checkout continues. */
export function firstUndone(cart: Cart, forms: AddressForms): CheckoutStep {
  return CHECKOUT_STEPS.find((step) => !IS_DONE[step](cart, forms)) ?? 'review'
}

/** Whether every step before this one is completed. Going back is always allowed. */
export function mayEnter(step: CheckoutStep, cart: Cart, forms: AddressForms): boolean {
  return CHECKOUT_STEPS.indexOf(step) <= CHECKOUT_STEPS.indexOf(firstUndone(cart, forms))
}

export function stepAfter(step: CheckoutStep): CheckoutStep {
  return CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) + 1] ?? 'review'
}

/** The chosen payment session; undefined if none was chosen, or if the chosen one has failed. */
export function chosenSession({ payment_collection: payment }: Cart) {
  return payment?.payment_sessions.findLast(({ status }) => USABLE_SESSION_STATES.includes(status))
}

const IS_DONE: Record<CheckoutStep, (cart: Cart, forms: AddressForms) => boolean> = {
  contact: ({ email }) => isEmailAddress(email ?? ''),
  address: ({ shipping_address: shipping, billing_address: billing }, forms) =>
    [shipping, ...(billing?.country_code ? [billing] : [])].every(
      (address) => Object.keys(findAddressProblems(address, forms[address?.country_code ?? ''])).length === 0,
    ),
  delivery: ({ shipping_methods: methods }) => methods.length > 0,
  payment: (cart) => cart.total === 0 || chosenSession(cart) !== undefined,
  // Placing the order completes this step, and then the cart no longer exists.
  review: () => false,
}
