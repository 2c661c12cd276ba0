import { Trans } from '@lingui/react/macro'

import type { OrderSummary } from '#shared/account/account.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'

/** The orders of an account, each a link to its page. */
export function AccountOrders({ orders }: { orders: readonly OrderSummary[] }) {
  const { locale } = usePage()
  const to = useLocalePath()
  return (
    <ul className="mt-6 divide-y divide-line border-y border-line">
      {orders.map((order) => (
        <li key={order.id}>
          <a
            href={to(`/account/orders/${order.id}`)}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-5 hover:text-gold"
          >
            <span>
              <Trans>Order {order.number}</Trans>
              <span className="block text-sm text-quiet">{writeDay(order.created_at, locale)}</span>
            </span>
            <span className="tabular-nums">{formatMoney(order.total, order.currency_code, locale)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
