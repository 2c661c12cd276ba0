import { useLingui } from '@lingui/react/macro'

import { formatMoney } from '#shared/money/format-money.ts'
import type { PriceRange } from '#shared/product/product.ts'

import { usePage } from '../../routing/page-context.tsx'

const UNIT = 100

/** Formats a price range: `Under $250`, `$250–$500`, `250–500 $`, `$1,000+`. */
export function usePriceLabels(currency: string): (range: PriceRange) => string {
  const { locale } = usePage()
  const { t } = useLingui()
  const money = (hundredths: number) => formatMoney(hundredths, currency, locale).replace(/[.,]00(?!\d)/, '')
  return ({ min, max }) => {
    // A search for prices up to an amount includes the amount, so that its range ends a hundredth later.
    const isUpTo = max !== undefined && max % UNIT === 1
    const from = min === undefined ? '' : money(min)
    const to = max === undefined ? '' : money(isUpTo ? max - 1 : max)
    if (!from) return isUpTo ? t`Up to ${to}` : t`Under ${to}`
    if (!to) return t`${from}+`
    // A currency symbol that follows the amounts is written only once.
    const start = from.replace(/\D+$/, '')
    return t`${start}–${to}`
  }
}
