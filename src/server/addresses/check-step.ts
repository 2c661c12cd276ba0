import { addressForm } from '#server/addresses/address-forms.ts'
import { CART_SENTENCES } from '#server/commerce/cart/cart-sentences.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import { SENTENCES } from '#server/refusals/sentences.ts'
import type { Address, UpdateCart } from '#shared/api/cart.ts'
import { findAddressProblems, tidyAddress, type AddressProblem } from '#shared/checkout/address-problems.ts'

const SENTENCE_OF: Record<AddressProblem, string> = {
  required: SENTENCES.required,
  postal_code: CART_SENTENCES.postalCode,
  province: CART_SENTENCES.province,
}

type AddressName = 'shipping_address' | 'billing_address'

/**
 * What is sent as a whole step of checkout has to be whole; whoever names no step may send any part of a cart.
 * @returns what to write to the cart
 * @throws Refusal 400 naming every field
 */
export function checkStep({ step, ...input }: UpdateCart): Omit<UpdateCart, 'step'> {
  const problems =
    step === 'contact' && !input.email?.trim()
      ? { email: SENTENCES.required }
      : step === 'address'
        ? {
            ...addressProblems('shipping_address', input.shipping_address),
            ...(input.billing_address ? addressProblems('billing_address', input.billing_address) : {}),
          }
        : {}
  if (Object.keys(problems).length > 0) {
    throw new Refusal(400, { sentence: SENTENCES.incomplete, fields: problems, details: Object.keys(problems) })
  }
  return step === 'address'
    ? { ...input, ...tidy('shipping_address', input), ...tidy('billing_address', input) }
    : input
}

function addressProblems(name: AddressName, address: Address | undefined): Record<string, string> {
  const problems = findAddressProblems(address, addressForm(address?.country_code ?? ''))
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [`${name}.${field}`, SENTENCE_OF[problem]]),
  )
}

function tidy(name: AddressName, input: UpdateCart): Pick<UpdateCart, AddressName> {
  const address = input[name]
  return address ? { [name]: tidyAddress(address, addressForm(address.country_code ?? '')) } : {}
}
