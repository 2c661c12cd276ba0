import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'

import { currencyLabel } from '#shared/money/format-money.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'

/** The page that changes the currency then returns here. */
export function CountryLink() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { pathname, search } = useLocation()
  const value = currencyLabel(usePage().currency)
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
