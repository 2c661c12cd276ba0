import { useLingui } from '@lingui/react/macro'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

import type { Order } from '#shared/api/order.ts'
import { nameCountries, type NamedCountry } from '#shared/country/name-countries.ts'
import { DEFAULT_LOCALE, isLocale } from '#shared/i18n/locale.ts'

import { NoOrder, OrderRoom } from '../checkout/order-room.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { shopDataContext } from '../routing/shop-data.ts'

interface ConfirmationData {
  order: Order | null
  country: NamedCountry | null
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<ConfirmationData> {
  const order = await context.get(shopDataContext).order()
  const locale = isLocale(params['lang']) ? params['lang'] : DEFAULT_LOCALE
  const code = order?.shipping_address?.country_code?.toUpperCase()
  return { order, country: (code && nameCountries([code], locale)[0]) || null }
}

export function Component() {
  const { t } = useLingui()
  const { order, country } = useLoaderData<ConfirmationData>()
  return (
    <>
      <PageHead
        title={t`Order confirmation`}
        description={t`What you have bought, where it goes, and what happens next.`}
        noindex
      />
      {order ? <OrderRoom order={order} country={country?.name} /> : <NoOrder />}
    </>
  )
}
