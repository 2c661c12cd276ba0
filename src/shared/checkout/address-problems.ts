import type { Address } from '../cart/cart.ts'
import type { AddressField } from './address-fields.ts'
import type { AddressForm } from './address-form.ts'

export type AddressProblem = 'required' | 'postal_code' | 'province' | 'other_province'

export type AddressProblems = Partial<Record<AddressField | 'country_code', AddressProblem>>

export function findAddressProblems(
  address: Address | null | undefined,
  form: AddressForm | undefined,
): AddressProblems {
  const problems: AddressProblems = {}
  if (!address?.country_code || !form) {
    // The country decides which other fields are required.
    for (const field of ['first_name', 'last_name', 'address_1'] as const)
      if (!address?.[field]?.trim()) problems[field] = 'required'
    return { country_code: 'required', ...problems }
  }
  for (const field of form.fields) {
    const text = (address[field] ?? '').trim()
    if (text === '' && form.required.includes(field)) problems[field] = 'required'
    else if (text !== '' && field === 'postal_code' && !toPostalCode(text, form)) problems[field] = 'postal_code'
    else if (text !== '' && field === 'province' && !isProvince(text, form)) problems[field] = 'province'
  }
  const { codes } = provinceOf(address.province ?? '', form) ?? {}
  const code = toPostalCode(address.postal_code ?? '', form)
  if (codes && code && !new RegExp(`^(?:${codes})`, 'iu').test(code)) problems.postal_code ??= 'other_province'
  return problems
}

export function tidyAddress(address: Address, form: AddressForm): Address {
  const known: readonly string[] = [...form.fields, 'country_code', 'company']
  const cleared = Object.entries(address).map(([field, text]) => [field, known.includes(field) ? text : null] as const)
  const tidy = Object.fromEntries(cleared) as Address
  return {
    ...tidy,
    ...(tidy.postal_code && form.postal_code
      ? { postal_code: toPostalCode(tidy.postal_code, form) ?? tidy.postal_code.trim().toUpperCase() }
      : {}),
    ...(tidy.province ? { province: provinceOf(tidy.province, form)?.code ?? tidy.province } : {}),
  }
}

/** Reads full width, the country's prefix, other spaces and hyphens. Undefined if the country has no such code. */
function toPostalCode(text: string, { country, postal_code: code }: AddressForm): string | undefined {
  const typed = text
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll('〒', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (code === null || typed === '') return typed || undefined
  const bare = typed.replace(/^[a-z]{1,3}[ -]?(?=\d)/i, '')
  const ways = [typed, bare].flatMap((one) => {
    const compact = one.replaceAll(/[ -]/g, '')
    // The example shows where the country separates the parts.
    const parted = Array.from(code.example).reduce(
      (all, sign, at) => (/[ -]/.test(sign) ? all.slice(0, at) + sign + all.slice(at) : all),
      compact,
    )
    return [one, compact, parted, `${country}-${compact}`]
  })
  const pattern = new RegExp(`^(?:${code.pattern})$`, 'iu')
  return ways.find((way) => pattern.test(way))?.toUpperCase()
}

function isProvince(text: string, form: AddressForm): boolean {
  return form.provinces.length === 0 || provinceOf(text, form) !== undefined
}

/** Without JavaScript the shopper types the name or the code. */
function provinceOf(text: string, { provinces }: AddressForm) {
  const typed = text.trim().toUpperCase()
  return provinces.find(({ code, name }) => typed === code.toUpperCase() || typed === name.toUpperCase())
}
