import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import type { CountryList, DeliveryDates } from '#shared/country/visitor.ts'
import { formatMoney } from '#shared/money/format-money.ts'

import { fetchCountries } from '../country/country-calls.ts'
import { CountryForm } from '../country/country-form.tsx'
import { usePage } from '../routing/page-context.tsx'
import { Popup } from '../ui/overlays/popup.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { fetchDelivery } from './delivery-dates.tsx'

interface DeliveryPopupProps {
  /** Of the terms of delivery. */
  url: URL
  onClose: () => void
}

interface Answer {
  delivery: DeliveryDates
  list: CountryList
}

/** When a parcel would arrive, what that costs, and the choice of another country. */
export function DeliveryPopup({ url, onClose }: DeliveryPopupProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { pathname, search } = useLocation()
  const [answer, setAnswer] = useState<Answer | 'coming' | 'failed'>('coming')

  useEffect(() => {
    const left = new AbortController()
    Promise.all([fetchDelivery(locale, left.signal), fetchCountries(locale, left.signal)]).then(
      ([delivery, list]) => setAnswer({ delivery, list }),
      () => left.signal.aborted || setAnswer('failed'),
    )
    return () => left.abort()
  }, [locale])

  return (
    <Popup onClose={onClose} className="max-w-md" titleClass="pr-6 text-3xl" title={t`Delivery`}>
      <div className="mt-5" aria-busy={answer === 'coming'}>
        {answer === 'coming' ? (
          <Skeleton className="h-40" />
        ) : answer === 'failed' ? (
          <p role="alert" className="text-quiet">
            <Trans>The dates could not be loaded. Please check your connection and try again.</Trans>
          </p>
        ) : (
          <>
            <Ways delivery={answer.delivery} />
            <div className="mt-6 border-t border-line pt-6">
              <CountryForm
                list={{ ...answer.list, country: answer.delivery.country?.code ?? answer.list.country }}
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
        <Trans>Terms of delivery</Trans>
      </a>
    </Popup>
  )
}

function Ways({ delivery: { country, ways } }: { delivery: DeliveryDates }) {
  const { t } = useLingui()
  const { locale } = usePage()
  if (!country) return <Trans>Choose your country to see when your order would arrive and what delivery costs.</Trans>
  if (ways.length === 0) return <Trans>{country.name}: checkout shows the ways of delivery and their dates.</Trans>
  return (
    <>
      <p className="text-quiet">
        <Trans>{country.name}, if you order now:</Trans>
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
