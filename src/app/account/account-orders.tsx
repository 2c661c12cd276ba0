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
            <span className="text-right tabular-nums">
              {formatMoney(order.total, order.currency_code, locale)}
              <Change order={order} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** What became of an order that was canceled or paid back; nothing for any other. */
function Change({ order: { state, amount_refunded: refunded, currency_code: currency } }: { order: OrderSummary }) {
  const { locale } = usePage()
  const amount = formatMoney(refunded, currency, locale)
  return (
    <span className="block text-sm text-quiet">
      {state === 'canceled' ? <Trans>Cancelled</Trans> : null}
      {state === 'canceled' && refunded > 0 ? <br /> : null}
      {refunded > 0 ? <Trans>Refunded: {amount}</Trans> : null}
    </span>
  )
}
