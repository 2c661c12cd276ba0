import type { Address } from '../cart/cart.ts'
import type { AddressField } from './address-fields.ts'
import type { AddressForm } from './address-form.ts'

/** What is wrong with a field: nothing in it, or nothing that its country knows. */
export type AddressProblem = 'required' | 'postal_code' | 'province'

export type AddressProblems = Partial<Record<AddressField | 'country_code', AddressProblem>>

/**
 * The problems of an address; empty if there are none.
 * @param form of the address's country; undefined if the country is unknown
 */
export function findAddressProblems(
  address: Address | null | undefined,
  form: AddressForm | undefined,
): AddressProblems {
  const problems: AddressProblems = {}
  if (!address?.country_code || !form) {
    // What else there has to be is up to the country.
    for (const field of ['first_name', 'last_name', 'address_1'] as const)
      if (!address?.[field]?.trim()) problems[field] = 'required'
    return { country_code: 'required', ...problems }
  }
  for (const field of form.fields) {
    const text = (address[field] ?? '').trim()
    if (text === '' && form.required.includes(field)) problems[field] = 'required'
    else if (text !== '' && field === 'postal_code' && !isPostalCode(text, form)) problems[field] = 'postal_code'
    else if (text !== '' && field === 'province' && !isProvince(text, form)) problems[field] = 'province'
  }
  return problems
}

/** The address without what its country does not know, its code in capitals, its province by the code of the list. */
export function tidyAddress(address: Address, form: AddressForm): Address {
  const known: readonly string[] = [...form.fields, 'country_code', 'company']
  const cleared = Object.entries(address).map(([field, text]) => [field, known.includes(field) ? text : null] as const)
  const tidy = Object.fromEntries(cleared) as Address
  return {
    ...tidy,
    ...(tidy.postal_code && form.postal_code ? { postal_code: tidy.postal_code.trim().toUpperCase() } : {}),
    ...(tidy.province ? { province: provinceOf(tidy.province, form)?.code ?? tidy.province } : {}),
  }
}

function isPostalCode(text: string, { postal_code: code }: AddressForm): boolean {
  return code === null || new RegExp(`^(?:${code.pattern})$`, 'iu').test(text)
}

function isProvince(text: string, form: AddressForm): boolean {
  return form.provinces.length === 0 || provinceOf(text, form) !== undefined
}

/** Without JavaScript a shopper types the name or the code. */
function provinceOf(text: string, { provinces }: AddressForm) {
  return provinces.find((province) => names(province, text))
}

function names({ code, name }: AddressForm['provinces'][number], text: string): boolean {
  const typed = text.trim().toUpperCase()
  return typed === code.toUpperCase() || typed === name.toUpperCase()
}
