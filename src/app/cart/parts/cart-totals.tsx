import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'

import type { Cart } from '#shared/api/cart.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { youSave } from '#shared/money/you-save.ts'

import { usePage } from '../../routing/page-context.tsx'

/** What the pieces save and cost; shipping and tax come at checkout. */
export function CartTotals({ cart }: { cart: Pick<Cart, 'items' | 'item_total' | 'currency_code'> }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const saved = youSave(cart.items)
  return (
    <dl className="flex flex-col gap-1">
      {saved > 0 ? (
        <Figure
          label={t`You save`}
          className="text-sm text-gold"
          value={formatMoney(saved, cart.currency_code, locale)}
        />
      ) : null}
      <Figure
        label={t`Total`}
        className="text-lg font-semibold"
        value={formatMoney(cart.item_total, cart.currency_code, locale)}
      />
    </dl>
  )
}

interface FigureProps {
  label: string
  value: string
  className?: string
}

/** A sum with its name, tied together for whoever listens. */
export function Figure({ label, value, className = '' }: FigureProps) {
  const id = useId()
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <dt id={id}>{label}</dt>
      <dd aria-labelledby={id} className="whitespace-nowrap tabular-nums">
        {value}
      </dd>
    </div>
  )
}
