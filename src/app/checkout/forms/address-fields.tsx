import { useLingui } from '@lingui/react/macro'

import type { Address } from '#shared/api/cart.ts'
import type { NamedCountry } from '#shared/country/name-countries.ts'

import { usePage } from '../../routing/page-context.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ADDRESS_FIELDS, isRequired, type AddressField, type AddressKind } from '../details.ts'

interface AddressFieldsProps {
  kind: AddressKind
  address: Address | null | undefined
  countries: NamedCountry[]
  /** What a refused form held: field name -> text. */
  typed: Record<string, string> | undefined
  /** Field name -> what is wrong. */
  errors: Record<string, string>
}

const AUTOCOMPLETE: Record<AddressField, string> = {
  first_name: 'given-name',
  last_name: 'family-name',
  address_1: 'address-line1',
  address_2: 'address-line2',
  postal_code: 'postal-code',
  city: 'address-level2',
  province: 'address-level1',
  country_code: 'country',
  phone: 'tel',
}

const LONGEST: Partial<Record<AddressField, number>> = { address_1: 200, address_2: 200, postal_code: 20, phone: 40 }

const WIDE: readonly AddressField[] = ['address_1', 'address_2']

export function AddressFields({ kind, address, countries, typed, errors }: AddressFieldsProps) {
  const { country } = usePage()
  const labels = useLabels()
  const section = kind === 'shipping_address' ? 'shipping' : 'billing'
  return (
    <div className="mt-4 grid gap-x-5 gap-y-5 sm:grid-cols-2">
      {ADDRESS_FIELDS.map((field) => {
        const name = `${kind}.${field}`
        const frame = {
          label: labels[field],
          name,
          error: errors[name],
          isOptional: !isRequired(field),
          autoComplete: `${section} ${AUTOCOMPLETE[field]}`,
          // Hidden while both addresses are the same: the browser must not wait for it then.
          required: kind === 'shipping_address' && isRequired(field),
          className: WIDE.includes(field) ? 'sm:col-span-2' : '',
          defaultValue: typed?.[name] ?? address?.[field] ?? '',
        }
        if (field !== 'country_code') {
          const type = field === 'phone' ? 'tel' : 'text'
          return <TextField key={field} {...frame} type={type} maxLength={LONGEST[field] ?? 100} />
        }
        const chosen = (frame.defaultValue || country || '').toUpperCase()
        return <CountryField key={field} {...frame} countries={countries} chosen={chosen} />
      })}
    </div>
  )
}

interface CountryFieldProps extends Omit<React.ComponentProps<typeof SelectField>, 'children'> {
  countries: NamedCountry[]
  /** Upper case; nothing is chosen where the shop does not deliver there. */
  chosen: string
}

function CountryField({ countries, chosen, ...frame }: CountryFieldProps) {
  const { t } = useLingui()
  const isKnown = countries.some(({ code }) => code === chosen)
  return (
    <SelectField {...frame} defaultValue={isKnown ? chosen : ''}>
      <option value="">{t`Choose a country`}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function useLabels(): Record<AddressField, string> {
  const { t } = useLingui()
  return {
    first_name: t`First name`,
    last_name: t`Last name`,
    address_1: t`Address`,
    address_2: t`Apartment, floor, entrance`,
    postal_code: t`Postal code`,
    city: t`City`,
    province: t`State or region`,
    country_code: t`Country`,
    phone: t`Phone`,
  }
}
