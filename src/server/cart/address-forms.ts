import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { MESSAGES } from '#server/http/errors.ts'
import type { Address } from '#shared/cart/cart.ts'
import type { AddressField } from '#shared/checkout/address-fields.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import { findAddressProblems, type AddressProblem } from '#shared/checkout/address-problems.ts'

import { CART_MESSAGES } from './cart-messages.ts'

/** In `order` and `require`, A is the street, C the city, S the province, Z the postal code. */
export interface AddressData {
  order: string
  require: string
  postalCode?: string
  example?: string
  /** The local names of the province, postal code and city fields. */
  province?: string
  code?: string
  city?: string
  /** `NY=New York`, or a name alone; where provinces decide the tax, also how their postal codes begin. */
  provinces?: string[]
}

/** Generated from a published copy of Google's address data by `node src/dev/addresses/make-address-data.ts`. */
const DATA = JSON.parse(readFileSync(join(import.meta.dirname, 'address-data.json'), 'utf8')) as Record<
  string,
  AddressData
>
const ANYWHERE: AddressData = { order: 'ACSZ', require: 'AC' }

const FIELDS: Record<string, readonly AddressField[]> = {
  A: ['address_1', 'address_2'],
  C: ['city'],
  S: ['province'],
  Z: ['postal_code'],
}
const REQUIRED: Record<string, AddressField> = { A: 'address_1', C: 'city', S: 'province', Z: 'postal_code' }

/** @param country ISO 3166, in any case; an unknown one gets a generic form */
export function addressForm(country: string): AddressForm {
  const code = country.toUpperCase()
  const data = (Object.hasOwn(DATA, code) ? DATA[code] : undefined) ?? ANYWHERE
  const parts = data.order.split('')
  return {
    country: code,
    fields: ['first_name', 'last_name', ...parts.flatMap((part) => FIELDS[part] ?? []), 'phone'],
    required: [
      'first_name',
      'last_name',
      ...parts.filter((part) => data.require.includes(part)).flatMap((part) => REQUIRED[part] ?? []),
    ],
    kinds: { province: data.province ?? 'province', postal_code: data.code ?? 'postal', city: data.city ?? 'city' },
    postal_code: data.postalCode ? { pattern: data.postalCode, example: data.example ?? '' } : null,
    provinces: (data.provinces ?? []).map((province) => {
      const [first = '', name = first, codes] = province.split('=', 3)
      return { code: first, name, codes }
    }),
  }
}

const MESSAGE_OF: Record<AddressProblem, string> = {
  required: MESSAGES.required,
  postal_code: CART_MESSAGES.postalCode,
  province: CART_MESSAGES.province,
  other_province: CART_MESSAGES.otherProvince,
}

/** @param name of the form's field that has the address */
export function addressProblems(name: string, address: Address | undefined): Record<string, string> {
  const problems = findAddressProblems(address, addressForm(address?.country_code ?? ''))
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [`${name}.${field}`, MESSAGE_OF[problem]]),
  )
}

/** Messages about province and postal code, where provinces decide the tax. The province is as Medusa stores it. */
export function taxProblems(name: string, address: Address): Record<string, string> {
  const country = address.country_code ?? ''
  if (addressForm(country).provinces.every(({ codes }) => codes === undefined)) return {}
  const problems = addressProblems(name, { ...address, province: fromIsoProvince(country, address.province ?? '') })
  return Object.fromEntries(Object.entries(problems).filter(([field]) => /\.(?:province|postal_code)$/.test(field)))
}

/** `CA` or `California` to `US-CA`; the text itself if the country's provinces have no codes. */
export function toIsoProvince(country: string, text: string): string {
  const form = addressForm(country)
  const typed = fromIsoProvince(country, text).toUpperCase()
  const known = form.provinces.find(({ code, name }) => typed === code.toUpperCase() || typed === name.toUpperCase())
  return known && known.code !== known.name ? `${form.country}-${known.code}` : text
}

/** Reverses `toIsoProvince`: `US-CA` to `CA`, as written on a parcel. */
export function fromIsoProvince(country: string, text: string): string {
  const prefix = `${country.toUpperCase()}-`
  const code = text.toUpperCase().startsWith(prefix) ? text.slice(prefix.length).toUpperCase() : ''
  return addressForm(country).provinces.some((province) => province.code === code) ? code : text
}
