import type { Cart } from '../cart/cart.ts'
import { isEmailAddress } from '../email/is-email-address.ts'
import type { AddressForm } from './address-form.ts'
import { findAddressProblems } from './address-problems.ts'

/** The way from a cart to an order; each is a page, and the last one ends in the order. */
export const CHECKOUT_STEPS = ['contact', 'address', 'delivery', 'payment', 'review'] as const
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

/** How addresses are written, by upper-case country; of the countries that a cart names at least. */
export type AddressForms = Readonly<Record<string, AddressForm>>

/** A session in one of these states can still be paid with. */
export const USABLE_SESSION_STATES: readonly string[] = ['pending', 'requires_more', 'authorized']

export function isCheckoutStep(text: string | null | undefined): text is CheckoutStep {
  return (CHECKOUT_STEPS as readonly (string | null | undefined)[]).includes(text)
}

/** The steps that a cart has behind it, read from the cart alone: what was done in another tab counts. */
export function doneSteps(cart: Cart, forms: AddressForms): CheckoutStep[] {
  return CHECKOUT_STEPS.filter((step) => IS_DONE[step](cart, forms))
}

/** The first step of checkout that is not complete. */
export function firstUndone(cart: Cart, forms: AddressForms): CheckoutStep {
  return CHECKOUT_STEPS.find((step) => !IS_DONE[step](cart, forms)) ?? 'review'
}

/** Whether all that a step builds on is there; one may always go back. */
export function mayEnter(step: CheckoutStep, cart: Cart, forms: AddressForms): boolean {
  return CHECKOUT_STEPS.indexOf(step) <= CHECKOUT_STEPS.indexOf(firstUndone(cart, forms))
}

export function stepAfter(step: CheckoutStep): CheckoutStep {
  return CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) + 1] ?? 'review'
}

/** The chosen payment session; undefined if none was chosen or it has failed. */
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
  // Only the order ends it, and then there is no cart.
  review: () => false,
}
