import { Trans } from '@lingui/react/macro'

import type { OrderSummary } from '#shared/account/account.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import { StateName } from '../orders/state-name.tsx'
import { useLocalePath, usePage } from '../routing/page-context.tsx'

export function AccountOrders({ orders }: { orders: readonly OrderSummary[] }) {
  const { locale } = usePage()
  const to = useLocalePath()
  return (
    <ul className="mt-6 divide-y divide-line border-y border-line">
      {orders.map((order) => {
        const refunded = formatMoney(order.amount_refunded, order.currency_code, locale)
        return (
          <li key={order.id}>
            <a
              href={to(`/account/orders/${order.id}`)}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-5 hover:text-gold"
            >
              <span>
                <Trans>Order {order.number}</Trans>
                <span className="block text-sm text-quiet">{writeDay(order.created_at, locale)}</span>
              </span>
              <span className="text-right tabular-nums">
                {formatMoney(order.total, order.currency_code, locale)}
                {order.state === 'refunded' ? null : (
                  <span className="block text-sm text-quiet">
                    <StateName state={order.state} />
                  </span>
                )}
                {order.amount_refunded > 0 ? (
                  <span className="block text-sm text-quiet">
                    <Trans>Refunded: {refunded}</Trans>
                  </span>
                ) : null}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
