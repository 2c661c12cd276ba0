import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { CheckoutData, Flash } from '#shared/api/shop-data.ts'
import { nameCountries, type NamedCountry } from '#shared/country/name-countries.ts'
import { DEFAULT_LOCALE, isLocale } from '#shared/i18n/locale.ts'

import { CheckoutRoom } from '../checkout/checkout-room.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

interface CheckoutPageData {
  checkout: CheckoutData
  countries: NamedCountry[]
  flash: Flash | null
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<CheckoutPageData> {
  const shop = context.get(shopDataContext)
  const checkout = await shop.checkout()
  const locale = isLocale(params['lang']) ? params['lang'] : DEFAULT_LOCALE
  return { checkout, countries: nameCountries(checkout.countries, locale), flash: shop.flash() }
}

export function Component() {
  const { t } = useLingui()
  const { checkout, countries, flash } = useLoaderData<CheckoutPageData>()
  return (
    <>
      <PageHead title={t({ message: 'Checkout', context: 'title of the page' })} noindex />
      <CheckoutRoom checkout={checkout} countries={countries} flash={flash} />
    </>
  )
}
