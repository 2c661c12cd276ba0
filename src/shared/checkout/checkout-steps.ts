import type { Cart } from '../cart/cart.ts'
import { isEmailAddress } from '../email/is-email-address.ts'
import type { AddressForm } from './address-form.ts'
import { findAddressProblems } from './address-problems.ts'

/**
 * The steps of checkout in order. Each is a page: `details` asks for the email, the addresses and the delivery method,
 * `payment` shows all of it and places the order.
 */
export const CHECKOUT_STEPS = ['details', 'payment'] as const
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

/** Pages of the former checkout in five steps -> the step that now has that part. Old links redirect there. */
export const FORMER_STEPS: Readonly<Record<string, CheckoutStep>> = {
  contact: 'details',
  address: 'details',
  delivery: 'details',
  review: 'payment',
}

/** Address forms by upper-case country code; contains at least the countries of the cart's addresses. */
export type AddressForms = Readonly<Record<string, AddressForm>>

/** Payment sessions in one of these states can still be used. */
export const USABLE_SESSION_STATES: readonly string[] = ['pending', 'requires_more', 'authorized']

export function isCheckoutStep(text: string | null | undefined): text is CheckoutStep {
  return (CHECKOUT_STEPS as readonly (string | null | undefined)[]).includes(text)
}

/**
 * The step on which checkout continues. It is read from the cart alone, so what was completed in another tab counts.
 * Placing the order completes the last step, and then the cart no longer exists.
 */
export function firstUndone(cart: Cart, forms: AddressForms): CheckoutStep {
  return hasDetails(cart, forms) ? 'payment' : 'details'
}

/** Whether every step before this one is completed. Going back is always allowed. */
export function mayEnter(step: CheckoutStep, cart: Cart, forms: AddressForms): boolean {
  return step === 'details' || hasDetails(cart, forms)
}

/** The chosen payment session; undefined if none was chosen, or if the chosen one has failed. */
export function chosenSession({ payment_collection: payment }: Cart) {
  return payment?.payment_sessions.findLast(({ status }) => USABLE_SESSION_STATES.includes(status))
}

/** Whether a cart has a valid email, complete addresses and a delivery method. */
function hasDetails(cart: Cart, forms: AddressForms): boolean {
  const { email, shipping_address: shipping, billing_address: billing, shipping_methods: methods } = cart
  const addresses = [shipping, ...(billing?.country_code ? [billing] : [])]
  return (
    isEmailAddress(email ?? '') &&
    methods.length > 0 &&
    addresses.every(
      (address) => Object.keys(findAddressProblems(address, forms[address?.country_code ?? ''])).length === 0,
    )
  )
}
