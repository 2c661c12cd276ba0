import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'

import { currencyLabel } from '#shared/money/format-money.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'

/** Shows the page's currency and links to the page that changes it. That page then returns here. */
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

/**
 * A note with the currency of the prices. It is shown in the rare case that the prices in the visitor's own currency
 * are not loaded yet.
 */
export function CurrencyNote() {
  const { currency, shownCurrency } = usePage()
  if (currency === shownCurrency) return null
  return (
    <Suspense>
      <DefaultCurrencyNote />
    </Suspense>
  )
}
