import { defineRouteConfig } from '@medusajs/admin-sdk'
import type { HttpTypes } from '@medusajs/framework/types'
import { Badge, Heading } from '@medusajs/ui'

import type { findTakenUnknown } from '../../../modules/paypal/taken-unknown.ts'
import {
  EmailBadge,
  IN_PROCESS,
  List,
  Note,
  OneLine,
  PageLink,
  ResendEmail,
  ResolveWithdrawal,
  Subtle,
  toDay,
  toItems,
  toMoney,
  toTime,
  useMedusa,
  type Query,
  type Withdrawal,
} from '../../parts.tsx'

/** The answer of the storefront's `POST /api/_internal/staff/today`. */
interface Today {
  emails: {
    id: string
    name: string
    locale: string
    to: string
    queuedAt: string
    tries: number
    state: 'waiting' | 'dead'
    reason: string | null
  }[]
  withdrawals: { list: Withdrawal[]; takeable: Withdrawal[]; orders: string[] }
  demand: {
    variant_id: string
    waiting: number
    unconfirmed: number
    since: string
    sku: string | null
    piece: string
  }[]
  searches: { locale: string; query: string; times: number; has_nearest: boolean }[]
}

type Order = HttpTypes.AdminOrder

const PAID = ['captured', 'partially_refunded', 'refunded']
/** Smaller amounts are differences of rounding. */
const HALF_A_CENT = 0.005
const TODAY = '/admin/storefront/today'
const MONTH_MS = 30 * 86_400_000
const PAYMENTS = `/admin/paypal/taken?since=${new Date(Date.now() - MONTH_MS).toISOString()}`
const REFRESH = { refetchInterval: 60_000 }

export const config = defineRouteConfig({ label: 'Today' })

export default function TodayPage() {
  const orders = useMedusa<{ orders: Order[]; count: number }>('/admin/storefront/open-orders', REFRESH)
  const today = useMedusa<Today>(TODAY, REFRESH)
  const payments = useMedusa<Awaited<ReturnType<typeof findTakenUnknown>>>(PAYMENTS, REFRESH)
  const { orders: all = [], count = 0 } = orders.data ?? {}
  const { emails, withdrawals, demand, searches } = today.data ?? {}
  const withdrawn = new Set(withdrawals?.orders)
  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <Heading>Today</Heading>
        {all.length < count ? (
          <Subtle>
            {count} orders are open. This page shows the oldest {all.length}.
          </Subtle>
        ) : null}
      </div>
      <OrderList
        title="Orders to pack"
        empty="Every paid order is packed."
        query={orders}
        orders={all.filter((order) => isPaid(order) && order.payment_status !== 'refunded' && isToPack(order))}
        withdrawn={withdrawn}
      />
      <OrderList
        title="Packed, not shipped"
        empty="Every packed order is shipped."
        query={orders}
        orders={all.filter(({ items }) =>
          items.some(
            ({ detail: { fulfilled_quantity: packed, shipped_quantity: shipped, delivered_quantity: arrived } }) =>
              packed > Math.max(shipped, arrived),
          ),
        )}
        withdrawn={withdrawn}
      />
      <OrderList
        title="Orders that wait for payment"
        empty="No order waits for payment."
        query={orders}
        orders={all.filter((order) => !isPaid(order))}
        withdrawn={withdrawn}
      />
      <List
        title="Payments without an order"
        empty="There is no payment by PayPal without an order."
        query={payments}
        rows={payments.data?.payments.map(({ at, amount, currency, capture_id: capture, cart_id: cart }) => ({
          key: capture,
          cells: { Time: toTime(at), Amount: `${amount} ${currency}`, 'PayPal capture': capture, Cart: cart ?? '–' },
        }))}
      />
      <List
        title="Payments of another amount"
        empty="Every payment by PayPal had the amount of its order."
        query={payments}
        rows={payments.data?.mismatches.map(({ at, amount, expected, paypal_order: order, cart_id: cart }) => ({
          key: order,
          cells: { Time: toTime(at), Amount: amount, Expected: expected, 'PayPal order': order, Cart: cart ?? '–' },
        }))}
      />
      <List
        title="Withdrawals"
        empty="No withdrawals to handle."
        query={today}
        rows={withdrawals?.list.map((one) => ({
          key: one.id,
          cells: {
            ...cellsOf(one),
            Items: toItems(one.open_lines),
            'What to do': <Note>{one.staff_note ?? IN_PROCESS}</Note>,
            '': one.staff_note === null ? null : <ResolveWithdrawal id={one.id} reload={TODAY} />,
          },
        }))}
      />
      <List
        title="Goods to receive and money to refund"
        empty="No goods are coming back, and no refund is due."
        query={orders}
        rows={all.flatMap(listOwed)}
      />
      <List
        title="Withdrawals that the buyer may still cancel"
        empty="There is none."
        query={today}
        rows={withdrawals?.takeable.map((one) => ({
          key: one.id,
          cells: { ...cellsOf(one), 'Do not send meanwhile': toItems(one.open_lines) },
        }))}
      />
      <List
        title="Emails not sent"
        empty="Every email was sent."
        query={today}
        rows={emails?.map(({ id, name, locale, to, queuedAt, tries, state, reason }) => ({
          key: id,
          cells: {
            Since: <OneLine>{toTime(queuedAt)}</OneLine>,
            Email: `${name} (${locale})`,
            To: to,
            State: <EmailBadge state={state} tries={tries} />,
            Reason: reason,
            '': <ResendEmail id={id} reload={TODAY} />,
          },
        }))}
      />
      <List
        title="Waiting list"
        empty="Nobody waits for a sold-out item."
        query={today}
        rows={demand?.map(({ variant_id: key, waiting, unconfirmed, since: first, piece, sku }) => ({
          key,
          cells: {
            Shoppers: waiting,
            'Not confirmed': unconfirmed,
            Since: <OneLine>{toDay(first)}</OneLine>,
            Product: piece,
            SKU: sku,
          },
        }))}
      />
      <List
        title="Searches without results, last 30 days"
        empty="Every search found something."
        query={today}
        rows={searches?.map(({ locale, query, times, has_nearest: hasNearest }) => ({
          key: `${locale} ${query}`,
          cells: { Times: times, Search: query, Language: locale, Shown: hasNearest ? 'nearest pieces' : 'nothing' },
        }))}
      />
    </div>
  )
}

/** Medusa's state does not know of an item that was added after the payment. */
function isPaid({ payment_status: status, total, summary }: Order) {
  return total === 0 || (PAID.includes(status) && (summary?.pending_difference ?? 0) < HALF_A_CENT)
}

/** Medusa's own state says "canceled" after the only parcel was. */
function isToPack({ items }: Order) {
  return items.some(({ quantity, detail }) => detail.fulfilled_quantity < quantity)
}

/** Goods to receive, or more paid than is due. Medusa counts a return as due to be refunded from its request on. */
function listOwed(order: Order) {
  const { id, created_at: at, summary, currency_code: currency, items } = order
  const isComing = items.some(({ detail }) => detail.return_requested_quantity > 0)
  const owed = -(summary?.pending_difference ?? 0)
  if (!isComing && owed < HALF_A_CENT) return []
  const amount = toMoney(owed, currency)
  const receive = 'Receive the return when the goods arrive.'
  const task = !isComing ? `Refund ${amount}.` : owed >= HALF_A_CENT ? `${receive} Then refund ${amount}.` : receive
  const cells = {
    Placed: <OneLine>{toTime(at)}</OneLine>,
    Order: <OneLine>{linkTo(order)}</OneLine>,
    'What to do': task,
  }
  return [{ key: id, cells }]
}

interface OrderListProps {
  title: string
  empty: string
  query: Query
  orders: Order[]
  withdrawn: ReadonlySet<string>
}

function OrderList({ orders, withdrawn, ...props }: OrderListProps) {
  const rows = orders.map((order) => ({
    key: order.id,
    cells: {
      Placed: toTime(order.created_at),
      Order: (
        <span className="flex flex-wrap items-center gap-2">
          {linkTo(order)}
          {withdrawn.has(order.id) ? (
            <Badge size="2xsmall" color="red">
              withdrawn: do not send
            </Badge>
          ) : null}
        </span>
      ),
      Buyer: order.email,
      Total: toMoney(order.total, order.currency_code),
    },
  }))
  return <List {...props} rows={rows} />
}

function linkTo({ id, custom_display_id: number, display_id: place }: Order) {
  return <PageLink to={`/orders/${id}`}>{number ?? place}</PageLink>
}

function cellsOf({ received_at: at, order_id: order, number }: Withdrawal) {
  return {
    Received: <OneLine>{toTime(at)}</OneLine>,
    Order: (
      <OneLine>
        <PageLink to={`/orders/${order}`}>{number}</PageLink>
      </OneLine>
    ),
  }
}
