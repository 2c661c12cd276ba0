import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import { currencyLabel } from '#shared/money/format-money.ts'

import { loadNextPageWhole } from '../routing/navigate-from-links.ts'
import { usePage } from '../routing/page-context.tsx'

const POLL_MS = 5000

/**
 * Polls for the prices in the visitor's own currency and then offers to reload the page. The next navigation loads a
 * whole document with the new prices.
 */
export function DefaultCurrencyNote() {
  const { locale, currency, shownCurrency } = usePage()
  const [areReady, setAreReady] = useState(false)
  const [own, shown] = [currencyLabel(currency), currencyLabel(shownCurrency)]

  useEffect(() => {
    if (areReady) return loadNextPageWhole()
    const timer = setInterval(() => {
      void areLoaded(locale, currency).then((yes) => yes && setAreReady(true))
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [areReady, locale, currency])

  return (
    <p role="status" className="page-width border-b border-line py-3 text-sm">
      {areReady ? (
        <Trans>
          Prices in {own} are ready.{' '}
          <button type="button" className="quiet-link min-h-11 px-1" onClick={() => location.reload()}>
            Show them
          </button>
        </Trans>
      ) : (
        <Trans>
          We’re still loading prices in {own}. For now, they’re shown in {shown}.
        </Trans>
      )}
    </p>
  )
}

async function areLoaded(locale: string, currency: string): Promise<boolean> {
  try {
    const response = await fetch(`/api/products/all?view=card&limit=1&lang=${locale}&currency=${currency}`)
    return response.ok && ((await response.json()) as { currency_code?: string }).currency_code === currency
  } catch {
    return false
  }
}
