import { useLingui } from '@lingui/react/macro'

import type { AddressField } from '#shared/checkout/address-fields.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'

/** What the fields of an address are called in its country, in the page's language. */
export function useAddressLabels({ kinds }: AddressForm): Record<AddressField | 'country_code', string> {
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
    address_2: t`Apartment, floor, entrance`,
    postal_code: postalCode[kinds.postal_code] ?? t`Postal code`,
    city: city[kinds.city] ?? t`City`,
    province: province[kinds.province] ?? t`Province`,
    country_code: t`Country`,
    phone: t`Phone`,
  }
}
