import { useLingui } from '@lingui/react/macro'
import { useState, useEffect, useRef } from 'react'

import type { Address } from '#shared/cart/cart.ts'
import { type AddressField, ADDRESS_FIELDS } from '#shared/checkout/address-fields.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { AddressForms } from '#shared/checkout/checkout-steps.ts'
import type { NamedCountry } from '#shared/country/address-lines.ts'

import { createCallShop } from '../../cart/cart-api.ts'
import { usePage } from '../../routing/page-context.tsx'
import { TextField, SelectField } from '../../ui/field.tsx'
import { createCheckoutApi } from '../checkout-api.ts'
import type { FormValues } from '../drafts.ts'
import type { AddressKind } from './details.ts'

/** An address of the checkout, or a saved address of an account. */
type AddressName = AddressKind | 'address'

interface AddressInput {
  kind: AddressName
  address: Partial<Address> | null | undefined
  countries: NamedCountry[]
  forms: AddressForms
  addForm: (form: AddressForm) => void
  typed: FormValues | undefined
}

interface AddressState {
  countries: NamedCountry[]
  country: string
  setCountry: (code: string) => void
  form: AddressForm
  /** As they are usual in the country. */
  labels: Record<string, string>
  saved: (field: AddressField | 'country_code') => string
}

interface AddressFieldsProps extends AddressState {
  kind: AddressName
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

/** The country of an address and what its fields are there. */
export function useAddress({ kind, address, countries, forms, addForm, typed }: AddressInput): AddressState {
  const { country: visitorCountry } = usePage()
  const saved = (field: AddressField | 'country_code') => typed?.[`${kind}.${field}`] ?? address?.[field] ?? ''
  const savedCountry = () => {
    const code = (saved('country_code') || visitorCountry || '').toUpperCase()
    return countries.some((one) => one.code === code) ? code : ''
  }
  const [country, setCountry] = useState(savedCountry)
  const [known, setKnown] = useState(typed)
  // Values that were typed before hydration are read after it.
  if (known !== typed) {
    setKnown(typed)
    setCountry(savedCountry())
  }
  const form = useAddressForm(country, forms, addForm)
  return { countries, country, setCountry, form, labels: useAddressLabels(form), saved }
}

/** The fields of an address in the format of its country. Typed values are preserved when the country changes. */
export function AddressFields({
  kind,
  countries,
  country,
  setCountry,
  form,
  labels,
  saved,
  errors,
}: AddressFieldsProps) {
  const isBilling = kind === 'billing_address'
  const section = isBilling ? 'billing' : 'shipping'
  const propsOf = (field: AddressField | 'country_code') => ({
    id: `${kind}.${field}`,
    name: `${kind}.${field}`,
    label: labels[field] ?? '',
    error: errors[`${kind}.${field}`],
    defaultValue: saved(field),
  })
  return (
    <div className="mt-4 grid grid-cols-1 gap-5 sm:grid-cols-2">
      <CountryField
        {...propsOf('country_code')}
        autoComplete={`${section} country`}
        required={!isBilling}
        countries={countries}
        defaultValue={country}
        onChange={({ target }) => setCountry(target.value)}
        className="sm:col-span-2"
      />
      {form.fields.map((field) => {
        const isRequired = form.required.includes(field)
        const { autoComplete, ...input } = INPUTS[field]
        const props = {
          ...propsOf(field),
          isOptional: !isRequired,
          // The billing fields may be hidden, and a browser refuses to submit a form with an empty required field.
          required: isRequired && !isBilling,
          autoComplete: `${section} ${autoComplete}`,
          className: WIDE.includes(field) ? 'sm:col-span-2' : '',
        }
        return field === 'province' && form.provinces.length > 0 ? (
          <ProvinceField key={`${field} ${form.country}`} {...props} provinces={form.provinces} />
        ) : (
          <TextField key={field} {...props} {...input} {...(field === 'postal_code' ? codeInput(form) : {})} />
        )
      })}
    </div>
  )
}

/** Makes a phone show a numeric keyboard if the country's postal codes consist of digits. */
function codeInput({ postal_code: code }: AddressForm): TextInput {
  return code && /^\d+$/.test(code.example) ? { inputMode: 'numeric' } : { inputMode: 'text' }
}

type SelectProps = Omit<React.ComponentProps<typeof SelectField>, 'children'>

/** Nothing is selected if the shop does not deliver to the address's country. */
function CountryField({ countries, ...props }: SelectProps & { countries: NamedCountry[] }) {
  const { t } = useLingui()
  return (
    <SelectField {...props}>
      <option value="">{t`Choose a country`}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** For countries with a list of provinces. `defaultValue` is a code or a name. An unknown value selects nothing. */
function ProvinceField({
  provinces,
  defaultValue,
  ...props
}: SelectProps & { provinces: AddressForm['provinces']; defaultValue: string }) {
  const { t } = useLingui()
  const typed = defaultValue.trim().toLowerCase()
  const chosen = provinces.find(({ code, name }) => [code, name].some((term) => term.toLowerCase() === typed))
  return (
    <SelectField {...props} defaultValue={chosen?.code ?? ''}>
      <option value="">{t`Please choose`}</option>
      {provinces.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Until an unknown form arrives, and if that fails, the fields do not change, and only the server validates them. */
function useAddressForm(country: string, forms: AddressForms, addForm: (form: AddressForm) => void): AddressForm {
  const { locale } = usePage()
  const known = forms[country]
  const shown = useRef(known ?? forms[''])
  const isUnknown = known === undefined

  useEffect(() => {
    if (known) shown.current = known
  }, [known])

  useEffect(() => {
    if (!isUnknown) return
    createCheckoutApi(createCallShop(locale))
      .addressForm(country)
      .then(addForm, () => undefined)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new function must not fetch the form again
  }, [country, isUnknown, locale])

  return known ?? shown.current ?? ANYWHERE
}

const ANYWHERE: AddressForm = {
  country: '',
  fields: [...ADDRESS_FIELDS],
  required: ['first_name', 'last_name', 'address_1', 'city'],
  kinds: { province: 'province', postal_code: 'postal', city: 'city' },
  postal_code: null,
  provinces: [],
}

/** Returns the field labels that are usual in the address's country, in the page's language. */
function useAddressLabels({ kinds }: AddressForm): Record<AddressField | 'country_code', string> {
  const { t } = useLingui()
  const province: Record<string, string> = {
    state: t`State`,
    prefecture: t`Prefecture`,
    county: t`County`,
    emirate: t`Emirate`,
    oblast: t`Region`,
    department: t`Department`,
    district: t({ message: 'District', context: 'in place of a province' }),
    area: t({ message: 'Area', context: 'in place of a province' }),
    island: t`Island`,
    parish: t`Parish`,
  }
  const city: Record<string, string> = {
    suburb: t`Suburb`,
    post_town: t`Town or city`,
    district: t({ message: 'District', context: 'in place of a city' }),
  }
  const postalCode: Record<string, string> = { zip: t`ZIP code`, eircode: t`Eircode`, pin: t`PIN code` }
  return {
    first_name: t`First name`,
    last_name: t`Last name`,
    address_1: t`Address`,
    address_2: t`Flat or apartment, floor, building`,
    postal_code: postalCode[kinds.postal_code] ?? t`Postal code`,
    city: city[kinds.city] ?? t`City`,
    province: province[kinds.province] ?? t`Province`,
    country_code: t`Country`,
    phone: t`Phone`,
  }
}
