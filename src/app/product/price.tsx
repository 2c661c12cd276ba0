import { Trans, useLingui } from '@lingui/react/macro'

import { crossedOutPrice, percentOff } from '#shared/money/crossed-out-price.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { ShownPrice } from '#shared/product/shown-product.ts'

import { usePage } from '../routing/page-context.tsx'

interface PriceProps {
  price: ShownPrice
  /** True if this is the lowest of several prices. */
  from?: boolean
  size?: 'card' | 'page'
  className?: string
}

/** Each part is shown only if the product's own data supports it. */
export function Price({ price, from = false, size = 'card', className = '' }: PriceProps) {
  const { locale, referencePrice, campaignEnd } = usePage()
  const { t } = useLingui()
  const { calculated_amount: amount, currency_code: currency } = price
  const before = crossedOutPrice(amount, price.original_amount, referencePrice)
  const percent = percentOff(amount, before)
  const now = formatMoney(amount, currency, locale)
  const page = size === 'page'
  return (
    <p
      className={`flex flex-wrap items-baseline gap-x-2.5 tabular-nums ${page ? 'gap-y-1 text-xl font-medium' : 'text-sm'} ${className}`}
    >
      <span className={page ? '' : 'font-semibold'}>{from ? <Trans>From {now}</Trans> : now}</span>
      {before === undefined ? null : (
        <s className={`whitespace-nowrap text-quiet ${page ? 'text-lg' : ''}`}>
          <span className="sr-only">{t`Was:`} </span>
          {formatMoney(before, currency, locale)}
        </s>
      )}
      {percent > 0 ? (
        <span className={`font-semibold whitespace-nowrap text-gold ${page ? 'text-sm' : 'text-xs'}`}>
          {page && campaignEnd ? t`${percent}% off until ${campaignEnd}` : t`${percent}% off`}
        </span>
      ) : null}
    </p>
  )
}
