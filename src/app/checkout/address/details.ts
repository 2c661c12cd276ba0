import type { Address, Cart, ShippingOptionList, UpdateCart } from '#shared/cart/cart.ts'
import { COUNTRY_AND_FIELDS } from '#shared/checkout/address-fields.ts'
import { findAddressProblems, type AddressProblem } from '#shared/checkout/address-problems.ts'
import type { AddressForms } from '#shared/checkout/checkout-steps.ts'
import { isEmailAddress } from '#shared/email/is-email-address.ts'

export type AddressKind = 'shipping_address' | 'billing_address'

/** Field name -> its problem. */
export type Problems = Record<string, AddressProblem | 'email'>

/** @returns the problems in the order of the fields; empty if the form is valid */
export function findDetailsProblems(form: FormData, forms: AddressForms): Problems {
  const email = text(form, 'email')
  const problems: Problems = isEmailAddress(email) ? {} : { email: email ? 'email' : 'required' }
  return { ...problems, ...findAddressesProblems(form, forms) }
}

/** If the form of a country is unknown, the server validates that address. */
export function findAddressesProblems(form: FormData, forms: AddressForms): Problems {
  const kinds: AddressKind[] = isBillingSame(form) ? ['shipping_address'] : ['shipping_address', 'billing_address']
  const problems: Problems = {}
  for (const kind of kinds) {
    const address = toAddress(form, kind)
    const known = forms[address.country_code ?? '']
    if (address.country_code && !known) continue
    for (const [field, problem] of Object.entries(findAddressProblems(address, known))) {
      problems[`${kind}.${field}`] = problem
    }
  }
  return problems
}

/**
 * If the form still has a delivery method of another address, the first one that is in time takes its place, as on the
 * page.
 */
export function toDetails(form: FormData, options: ShippingOptionList['shipping_options']): UpdateCart {
  const typed = text(form, 'option_id')
  const inTime = options.filter(({ latest }) => !isLate(latest, text(form, 'gift.needed_by')))
  const optionId = (options.find(({ id }) => id === typed) ?? inTime[0] ?? options[0])?.id
  return {
    step: 'details',
    email: text(form, 'email'),
    ...(optionId ? { option_id: optionId } : {}),
    gift: {
      wrap: form.get('gift.wrap') !== null,
      message: text(form, 'gift.message') || null,
      hide_prices: form.get('gift.hide_prices') !== null,
      needed_by: text(form, 'gift.needed_by') || null,
    },
    billing_address: toAddress(form, 'billing_address'),
    ...toAddresses(form),
    ...(form.get('save_address') === null ? {} : { save_address: true }),
    ...(form.get('confirm_currency') === null ? {} : { confirm_currency: true }),
  }
}

/** Whether a parcel may arrive after the needed day. Both are ISO days; '' and null are unknown. */
export function isLate(latest: string | null, neededBy: string): boolean {
  return latest !== null && neededBy !== '' && latest > neededBy
}

/** The billing address is left out if it is another one. */
export function toAddresses(form: FormData): { shipping_address: Address; billing_address?: Address } {
  const address = toAddress(form, 'shipping_address')
  return { shipping_address: address, ...(isBillingSame(form) ? { billing_address: address } : {}) }
}

/** Also true for an empty billing address. */
export function hasSameBilling({ shipping_address: shipping, billing_address: billing }: Cart): boolean {
  if (!billing || COUNTRY_AND_FIELDS.every((field) => !billing[field])) return true
  return isSameAddress(shipping, billing)
}

/** Ignores case. */
export function isSameAddress(one: Address | null | undefined, other: Address | null | undefined): boolean {
  const toText = (address: Address | null | undefined) =>
    COUNTRY_AND_FIELDS.map((field) => address?.[field] ?? '').join('\n')
  return toText(one).toUpperCase() === toText(other).toUpperCase()
}

function isBillingSame(form: FormData): boolean {
  return form.get('billing_same') !== null
}

function toAddress(form: FormData, kind: AddressKind): Address {
  return Object.fromEntries(COUNTRY_AND_FIELDS.map((field) => [field, text(form, `${kind}.${field}`) || null]))
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
