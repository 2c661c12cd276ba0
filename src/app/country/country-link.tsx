import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'

import { currencyLabel } from '#shared/money/format-money.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'

/** Shows the page's currency and links to the page that changes it, which returns here. */
export function CountryLink() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { pathname, search } = useLocation()
  const value = currencyLabel(usePage().shownCurrency)
  return (
    <span className="choices">
      <a
        href={to(`/country?return_to=${encodeURIComponent(pathname + search)}`)}
        aria-label={t`Country and currency: ${value}`}
      >
        {value}
      </a>
    </span>
  )
}

const DefaultCurrencyNote = lazy(async () => ({
  default: (await import('./default-currency-note.tsx')).DefaultCurrencyNote,
}))

/** Says which currency the prices are in while those in the visitor's own currency are not loaded, which is rare. */
export function CurrencyNote() {
  const { currency, shownCurrency } = usePage()
  if (currency === shownCurrency) return null
  return (
    <Suspense>
      <DefaultCurrencyNote />
    </Suspense>
  )
}
