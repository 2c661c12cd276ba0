import { useLingui } from '@lingui/react/macro'

import { formatMoney } from '#shared/money/format-money.ts'
import type { PriceRange } from '#shared/product/product.ts'

import { usePage } from '../../routing/page-context.tsx'

/** Returns a function that formats a price range: `Under $250`, `$250–$500`, `250–500 $`, `$1,000+`. */
export function usePriceLabels(currency: string): (range: PriceRange) => string {
  const { locale } = usePage()
  const { t } = useLingui()
  // The ends of a range are whole numbers, so they are formatted without cents.
  const money = (hundredths: number) => formatMoney(hundredths, currency, locale).replace(/[.,]00(?!\d)/, '')
  return ({ min, max }) => {
    const from = min === undefined ? '' : money(min)
    const to = max === undefined ? '' : money(max)
    if (!from) return t`Under ${to}`
    if (!to) return t`${from}+`
    // A currency symbol that follows the amounts is written only once.
    const start = from.replace(/\D+$/, '')
    return t`${start}–${to}`
  }
}
