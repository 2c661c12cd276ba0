import { lazy, Suspense } from 'react'

import { usePage } from '../routing/page-context.tsx'

const DefaultCurrencyNote = lazy(async () => ({
  default: (await import('./default-currency-note.tsx')).DefaultCurrencyNote,
}))

/** Shown in the rare case that the prices in the visitor's own currency are not loaded yet. */
export function CurrencyNote() {
  const { currency, shownCurrency } = usePage()
  if (currency === shownCurrency) return null
  return (
    <Suspense>
      <DefaultCurrencyNote />
    </Suspense>
  )
}
