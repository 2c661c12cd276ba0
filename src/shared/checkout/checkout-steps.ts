import type { Cart } from '../cart/cart.ts'
import { isEmailAddress } from '../email/is-email-address.ts'
import type { AddressForm } from './address-form.ts'
import { findAddressProblems } from './address-problems.ts'

export const CHECKOUT_STEPS = ['details', 'payment'] as const
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

/** By upper-case country code; at least those of the cart's addresses. */
export type AddressForms = Readonly<Record<string, AddressForm>>

export const USABLE_SESSION_STATES: readonly string[] = ['pending', 'requires_more', 'authorized']

export function isCheckoutStep(text: string | null | undefined): text is CheckoutStep {
  return (CHECKOUT_STEPS as readonly (string | null | undefined)[]).includes(text)
}

/** From the cart alone, so what was completed in another tab counts. */
export function firstUndone(cart: Cart, forms: AddressForms): CheckoutStep {
  return hasDetails(cart, forms) ? 'payment' : 'details'
}

export function mayEnter(step: CheckoutStep, cart: Cart, forms: AddressForms): boolean {
  return step === 'details' || hasDetails(cart, forms)
}

export function chosenSession({ payment_collection: payment }: Cart) {
  return payment?.payment_sessions.findLast(({ status }) => USABLE_SESSION_STATES.includes(status))
}

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
