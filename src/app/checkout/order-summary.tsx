import { useLingui } from '@lingui/react/macro'

import type { LineItem } from '#shared/api/cart.ts'
import type { Order } from '#shared/api/order.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { youSave } from '#shared/money/you-save.ts'

import { Figure } from '../cart/parts/cart-totals.tsx'
import { LineChoice, LineFigures, LinePicture } from '../cart/parts/line-parts.tsx'
import { usePage } from '../routing/page-context.tsx'

/** The pieces of an order, to be read. */
export function OrderLines({ lines, currency }: { lines: readonly LineItem[]; currency: string }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Pieces`} className="mt-2 divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="flex gap-4 py-4">
          <LinePicture source={line.thumbnail} className="size-18" />
          <div className="min-w-0 grow">
            <p className="display text-xl/6 break-words">{line.product_title || line.title}</p>
            <LineChoice line={line} />
            {line.quantity > 1 ? <p className="mt-0.5 text-sm text-quiet">{t`Quantity: ${line.quantity}`}</p> : null}
          </div>
          <LineFigures line={line} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

type Figures = Pick<
  Order,
  'items' | 'item_total' | 'shipping_total' | 'shipping_methods' | 'tax_total' | 'total' | 'currency_code'
>

/** How the total comes about, of a cart or an order. */
export function OrderFigures({ order }: { order: Figures }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const money = (amount: number) => formatMoney(amount, order.currency_code, locale)
  const saved = youSave(order.items)
  const [method] = order.shipping_methods
  return (
    <dl className="space-y-2 border-t border-line pt-4 text-sm">
      <Figure label={t`Subtotal`} value={money(order.item_total)} />
      <Figure
        label={t`Delivery`}
        value={method ? (order.shipping_total === 0 ? t`Free` : money(order.shipping_total)) : t`Not chosen yet`}
      />
      {order.tax_total > 0 ? <Figure label={t`Tax included`} value={money(order.tax_total)} /> : null}
      {saved > 0 ? <Figure label={t`You save`} className="text-gold" value={money(saved)} /> : null}
      <Figure label={t`Total`} className="border-t border-line pt-3 text-lg font-semibold" value={money(order.total)} />
    </dl>
  )
}
