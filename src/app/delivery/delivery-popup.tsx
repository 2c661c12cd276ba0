import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import type { CountryList, DeliveryDates } from '#shared/country/visitor.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { CountryForm } from '../country/country-form.tsx'
import { fetchCountries } from '../country/fetch-countries.ts'
import { usePage } from '../routing/page-context.tsx'
import { Popup } from '../ui/overlays/popup.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { fetchDelivery } from './delivery-dates.tsx'

interface PopupData {
  delivery: DeliveryDates
  list: CountryList
}

export function DeliveryPopup({ url, onClose }: { url: URL; onClose: () => void }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { pathname, search } = useLocation()
  const leadDays = Number(url.searchParams.get('lead_days'))
  const [data, setData] = useState<PopupData | 'loading' | 'failed'>('loading')

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    Promise.all([fetchDelivery(locale, leadDays), fetchCountries(locale, signal)]).then(
      ([delivery, list]) => signal.aborted || setData({ delivery, list }),
      () => signal.aborted || setData('failed'),
    )
    return () => controller.abort()
  }, [locale, leadDays])

  return (
    <Popup onClose={onClose} className="max-w-md" titleClass="pr-6 text-3xl" title={t`Delivery`}>
      <div className="mt-5" aria-busy={data === 'loading'}>
        {data === 'loading' ? (
          <Skeleton className="h-40" />
        ) : data === 'failed' ? (
          <p role="alert" className="text-quiet">
            <Trans>We couldn’t load the delivery dates. Please check your connection and try again.</Trans>
          </p>
        ) : (
          <>
            <DeliveryMethods delivery={data.delivery} />
            <div className="mt-6 border-t border-line pt-6">
              <CountryForm
                list={{ ...data.list, country: data.delivery.country?.code ?? data.list.country }}
                returnTo={pathname + search}
                onSaved={() => location.reload()}
              />
            </div>
          </>
        )}
      </div>
      <a
        href={url.pathname + url.hash}
        className="quiet-link mt-4 inline-flex min-h-11 items-center text-sm font-medium"
      >
        <Trans>Delivery terms</Trans>
      </a>
    </Popup>
  )
}

function DeliveryMethods({ delivery: { country, ways } }: { delivery: DeliveryDates }) {
  const { t } = useLingui()
  const { locale } = usePage()
  if (!country) return <Trans>Choose your country to see when your order would arrive and what delivery costs.</Trans>
  if (ways.length === 0) return <Trans>{country.name}: delivery methods and dates are shown at checkout.</Trans>
  return (
    <>
      <p className="text-quiet">
        <Trans>If you order now: {country.name}</Trans>
      </p>
      <ul className="mt-3 ruled">
        {ways.map(({ name, days, amount, currency_code: currency }) => (
          <li key={name} className="flex justify-between gap-x-4 py-3">
            <span>
              <span className="block font-medium">{name}</span>
              <span className="block text-sm text-quiet">{days}</span>
            </span>
            <span className="shrink-0 font-medium">
              {amount === null ? null : amount === 0 ? t`Free` : formatMoney(amount, currency, locale)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
