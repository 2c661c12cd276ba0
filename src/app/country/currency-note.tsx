import { lazy, Suspense } from 'react'

import { usePage } from '../routing/page-context.tsx'

const DefaultCurrencyNote = lazy(async () => ({
  default: (await import('./default-currency-note.tsx')).DefaultCurrencyNote,
}))

/** Says in which currency the prices are while those in the visitor's own are not loaded, which is rare. */
export function CurrencyNote() {
  const { currency, shownCurrency } = usePage()
  if (currency === shownCurrency) return null
  return (
    <Suspense>
      <DefaultCurrencyNote />
    </Suspense>
  )
}
