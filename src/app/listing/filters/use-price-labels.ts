import { useLingui } from '@lingui/react/macro'

import { formatMoney } from '#shared/money/format-money.ts'
import type { PriceRange } from '#shared/product/product.ts'

import { usePage } from '../../routing/page-context.tsx'

/** Writes a price range as text: `Under $250`, `$250–$500`, `250–500 $`, `$1,000+`. */
export function usePriceLabels(currency: string): (range: PriceRange) => string {
  const { locale } = usePage()
  const { t } = useLingui()
  // The ends of a range are whole: cents would only be in the way.
  const money = (hundredths: number) => formatMoney(hundredths, currency, locale).replace(/[.,]00(?!\d)/, '')
  return ({ min, max }) => {
    const from = min === undefined ? '' : money(min)
    const to = max === undefined ? '' : money(max)
    if (!from) return t`Under ${to}`
    if (!to) return t`${from}+`
    // A currency that follows the amounts is written once.
    const start = from.replace(/\D+$/, '')
    return t`${start}–${to}`
  }
}
