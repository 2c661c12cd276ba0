import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AddressField } from '#shared/checkout/address-fields.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'

/** A country of the data: A is for the street, C for the city, S for the province, Z for the postal code. */
export interface AddressData {
  order: string
  require: string
  postalCode?: string
  example?: string
  /** What provinces, codes and cities are called there. */
  province?: string
  code?: string
  city?: string
  /** `NY=New York`, or a name alone. */
  provinces?: string[]
}

/** From a published copy of Google's address data: `node src/dev/addresses/make-address-data.ts` writes it. */
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

/** How an address is written in a country; as anywhere where nobody knows. @param country ISO 3166, in any case */
export function addressForm(country: string): AddressForm {
  const code = country.toUpperCase()
  const data = (Object.hasOwn(DATA, code) ? DATA[code] : undefined) ?? ANYWHERE
  const letters = data.order.split('')
  return {
    country: code,
    fields: ['first_name', 'last_name', ...letters.flatMap((letter) => FIELDS[letter] ?? []), 'phone'],
    required: [
      'first_name',
      'last_name',
      ...letters.filter((letter) => data.require.includes(letter)).flatMap((letter) => REQUIRED[letter] ?? []),
    ],
    kinds: { province: data.province ?? 'province', postal_code: data.code ?? 'postal', city: data.city ?? 'city' },
    postal_code: data.postalCode ? { pattern: data.postalCode, example: data.example ?? '' } : null,
    provinces: (data.provinces ?? []).map((province) => {
      const [first = '', name = first] = province.split('=', 2)
      return { code: first, name }
    }),
  }
}
