import { MESSAGES } from '#server/http/error-messages.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Address, UpdateCart } from '#shared/cart/cart.ts'
import { findAddressProblems, tidyAddress, type AddressProblem } from '#shared/checkout/address-problems.ts'

import { addressForm } from './address-forms.ts'
import { CART_MESSAGES } from './cart-messages.ts'

const MESSAGE_OF: Record<AddressProblem, string> = {
  required: MESSAGES.required,
  postal_code: CART_MESSAGES.postalCode,
  province: CART_MESSAGES.province,
}

type AddressName = 'shipping_address' | 'billing_address'

/**
 * What is sent as a whole step of checkout has to be whole; anyone who names no step may send any part of a cart.
 * @returns what to write to the cart
 * @throws HttpError 400 naming every field
 */
export function checkStep({ step, ...input }: UpdateCart): Omit<UpdateCart, 'step'> {
  const problems =
    step === 'contact' && !input.email?.trim()
      ? { email: MESSAGES.required }
      : step === 'address'
        ? {
            ...addressProblems('shipping_address', input.shipping_address),
            ...(input.billing_address ? addressProblems('billing_address', input.billing_address) : {}),
          }
        : {}
  if (Object.keys(problems).length > 0) {
    throw new HttpError(400, { message: MESSAGES.incomplete, fields: problems, details: Object.keys(problems) })
  }
  return step === 'address'
    ? { ...input, ...tidy('shipping_address', input), ...tidy('billing_address', input) }
    : input
}

function addressProblems(name: AddressName, address: Address | undefined): Record<string, string> {
  const problems = findAddressProblems(address, addressForm(address?.country_code ?? ''))
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [`${name}.${field}`, MESSAGE_OF[problem]]),
  )
}

function tidy(name: AddressName, input: UpdateCart): Pick<UpdateCart, AddressName> {
  const address = input[name]
  return address ? { [name]: tidyAddress(address, addressForm(address.country_code ?? '')) } : {}
}
