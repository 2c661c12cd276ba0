import { useEffect, useRef } from 'react'

import { ADDRESS_FIELDS } from '#shared/checkout/address-fields.ts'
import type { AddressForm } from '#shared/checkout/address-form.ts'
import type { AddressForms } from '#shared/checkout/checkout-steps.ts'

import { createCallShop } from '../../cart/cart-api.ts'
import { usePage } from '../../routing/page-context.tsx'
import { createCheckoutApi } from '../checkout-api.ts'

/**
 * How addresses are written in a country. One that was not shown before is asked for; until it has come, and where it
 * cannot be had, the fields stay as they are, and the shop itself looks at what is sent.
 */
export function useAddressForm(country: string, forms: AddressForms, learn: (form: AddressForm) => void): AddressForm {
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
      .then(learn, () => undefined)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new function is no new country
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
