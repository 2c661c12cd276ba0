import { useLingui } from '@lingui/react/macro'

import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { NamedCountry } from '#shared/country/name-countries.ts'

import { SelectField } from '../../ui/field.tsx'

type Frame = Omit<React.ComponentProps<typeof SelectField>, 'children'>

/** Nothing is chosen where the shop does not deliver to the country that the address names. */
export function CountryField({ countries, ...frame }: Frame & { countries: NamedCountry[] }) {
  const { t } = useLingui()
  return (
    <SelectField {...frame}>
      <option value="">{t`Choose a country`}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/**
 * A province of the country's own list, by its code or as it was typed; one that the list does not have is no choice.
 */
export function ProvinceField({
  provinces,
  defaultValue,
  ...frame
}: Frame & { provinces: AddressForm['provinces']; defaultValue: string }) {
  const { t } = useLingui()
  const typed = defaultValue.trim().toLowerCase()
  const chosen = provinces.find(({ code, name }) => [code, name].some((term) => term.toLowerCase() === typed))
  return (
    <SelectField {...frame} defaultValue={chosen?.code ?? ''}>
      <option value="">{t`Please choose`}</option>
      {provinces.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
