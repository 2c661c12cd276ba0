import { useState } from 'react'

import type { Address } from '#shared/cart/cart.ts'
import type { AddressField } from '#shared/checkout/address-fields.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { AddressForms } from '#shared/checkout/checkout-steps.ts'
import type { NamedCountry } from '#shared/country/name-countries.ts'

import { usePage } from '../../routing/page-context.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Typed } from '../drafts/drafts.ts'
import { CountryField, ProvinceField } from './address-choices.tsx'
import type { AddressKind } from './details.ts'
import { useAddressForm } from './use-address-form.ts'
import { useAddressLabels } from './use-address-labels.ts'

interface AddressFieldsProps {
  kind: AddressKind
  address: Address | null | undefined
  countries: NamedCountry[]
  /** How addresses are written in the countries that were shown so far. */
  forms: AddressForms
  learn: (form: AddressForm) => void
  typed: Typed | undefined
  /** Field name -> what is wrong. */
  errors: Record<string, string>
}

type TextInput = Pick<React.ComponentProps<'input'>, 'autoComplete' | 'maxLength' | 'type' | 'inputMode'>

const INPUTS: Record<AddressField, TextInput> = {
  first_name: { autoComplete: 'given-name', maxLength: 100 },
  last_name: { autoComplete: 'family-name', maxLength: 100 },
  address_1: { autoComplete: 'address-line1', maxLength: 200 },
  address_2: { autoComplete: 'address-line2', maxLength: 200 },
  city: { autoComplete: 'address-level2', maxLength: 100 },
  province: { autoComplete: 'address-level1', maxLength: 100 },
  postal_code: { autoComplete: 'postal-code', maxLength: 20 },
  phone: { autoComplete: 'tel', maxLength: 40, type: 'tel', inputMode: 'tel' },
}
const WIDE: readonly AddressField[] = ['address_1', 'address_2']

/** The fields of an address as its country writes them. What was typed stays while the country changes. */
export function AddressFields({ kind, address, countries, forms, learn, typed, errors }: AddressFieldsProps) {
  const { country: visitors } = usePage()
  const saved = (field: AddressField | 'country_code') => typed?.[`${kind}.${field}`] ?? address?.[field] ?? ''
  const savedCountry = () => {
    const code = (saved('country_code') || visitors || '').toUpperCase()
    return countries.some((one) => one.code === code) ? code : ''
  }
  const [country, setCountry] = useState(savedCountry)
  const [known, setKnown] = useState(typed)
  // What was typed before the page was hydrated is known only after it.
  if (known !== typed) {
    setKnown(typed)
    setCountry(savedCountry())
  }
  const form = useAddressForm(country, forms, learn)
  const labels = useAddressLabels(form)
  const section = kind === 'shipping_address' ? 'shipping' : 'billing'
  const frameOf = (field: AddressField | 'country_code') => ({
    name: `${kind}.${field}`,
    label: labels[field],
    error: errors[`${kind}.${field}`],
    defaultValue: saved(field),
  })
  return (
    <div className="mt-4 grid grid-cols-1 gap-5 sm:grid-cols-2">
      <CountryField
        {...frameOf('country_code')}
        autoComplete={`${section} country`}
        required={kind === 'shipping_address'}
        countries={countries}
        defaultValue={country}
        onChange={({ target }) => setCountry(target.value)}
        className="sm:col-span-2"
      />
      {form.fields.map((field) => {
        const isRequired = form.required.includes(field)
        const { autoComplete, ...input } = INPUTS[field]
        const frame = {
          ...frameOf(field),
          isOptional: !isRequired,
          // Hidden while both addresses are the same: the browser must not wait for it then.
          required: isRequired && kind === 'shipping_address',
          autoComplete: `${section} ${autoComplete}`,
          className: WIDE.includes(field) ? 'sm:col-span-2' : '',
        }
        return field === 'province' && form.provinces.length > 0 ? (
          <ProvinceField key={`${field} ${form.country}`} {...frame} provinces={form.provinces} />
        ) : (
          <TextField key={field} {...frame} {...input} {...(field === 'postal_code' ? codeInput(form) : {})} />
        )
      })}
    </div>
  )
}

/** A phone shows digits alone where a code is made of nothing else. */
function codeInput({ postal_code: code }: AddressForm): TextInput {
  return code && /^\d+$/.test(code.example) ? { inputMode: 'numeric' } : { inputMode: 'text' }
}
