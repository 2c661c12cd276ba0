import { defineRouteConfig } from '@medusajs/admin-sdk'
import { Badge, Heading, Text } from '@medusajs/ui'
import type { ComponentProps, ReactNode } from 'react'

import { callMedusa } from '../../call-medusa.ts'
import {
  EmailBadge,
  IN_PROCESS,
  List,
  OneLine,
  PageLink,
  Note,
  ResendEmail,
  ResolveWithdrawal,
  toDay,
  toItems,
  toMoney,
  toTime,
  useMedusa,
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
  withdrawals: { waiting: number; staff: number; list: Withdrawal[]; takeable: Withdrawal[]; orders: string[] }
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

interface Order {
  id: string
  display_id: number
  custom_display_id: string | null
  created_at: string
  email: string | null
  total: number
  currency_code: string
  payment_status: string
  summary: { pending_difference: number } | null
  items: { quantity: number; detail: ItemDetail }[]
}

interface ItemDetail {
  fulfilled_quantity: number
  shipped_quantity: number
  delivered_quantity: number
  return_requested_quantity: number
}

/** The answer of `GET /admin/paypal/taken`. */
interface Taken {
  payments: { at: string; amount: string; currency: string; cart_id: string | null; capture_id: string }[]
  mismatches: { at: string; amount: string; expected: string; cart_id: string | null; paypal_order: string }[]
}

const ORDERS = '/admin/storefront/open-orders'
const DAYS_OF_PAYMENTS = 30
/** Everything of the order was paid. */
const PAID = ['captured', 'partially_refunded', 'refunded']
/** Smaller amounts are differences of rounding. */
const HALF_A_CENT = 0.005
const DAY_MS = 86_400_000
const REFRESH_MS = 60_000
const TODAY = '/admin/storefront/today'
const PAYMENTS = '/admin/paypal/taken'

export const config = defineRouteConfig({ label: 'Today' })

export default function TodayPage() {
  const orders = useMedusa<{ orders: Order[]; count: number }>(ORDERS, { refetchInterval: REFRESH_MS })
  const today = useMedusa<Today>(TODAY, { refetchInterval: REFRESH_MS })
  const payments = useMedusa<Taken>(PAYMENTS, {
    read: takenPayments,
    refetchInterval: REFRESH_MS,
  })
  const { orders: all = [], count = 0 } = orders.data ?? {}
  const withdrawn = new Set(today.data?.withdrawals.orders)
  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <Heading>Today</Heading>
        {all.length < count ? (
          <Text size="small" className="text-ui-fg-subtle">
            {count} orders are open. This page shows the oldest {all.length}.
          </Text>
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
        orders={all.filter(isPacked)}
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
        columns={['Time', 'Amount', 'PayPal capture', 'Cart']}
        rows={payments.data?.payments.map((payment) => ({
          key: payment.capture_id,
          cells: [
            toTime(payment.at),
            `${payment.amount} ${payment.currency}`,
            payment.capture_id,
            payment.cart_id ?? '–',
          ],
        }))}
      />
      <List
        title="Payments of another amount"
        empty="Every payment by PayPal had the amount of its order."
        query={payments}
        columns={['Time', 'Amount', 'Expected', 'PayPal order', 'Cart']}
        rows={payments.data?.mismatches.map((payment) => ({
          key: payment.paypal_order,
          cells: [toTime(payment.at), payment.amount, payment.expected, payment.paypal_order, payment.cart_id ?? '–'],
        }))}
      />
      <List
        title="Withdrawals"
        empty="No withdrawals to handle."
        query={today}
        columns={['Received', 'Order', 'Items', 'What to do', '']}
        rows={today.data?.withdrawals.list.map((one) => ({
          key: one.id,
          cells: [
            ...withdrawalCells(one),
            <Note key="note">{one.staff_note ?? IN_PROCESS}</Note>,
            one.staff_note === null ? null : <ResolveWithdrawal key="done" id={one.id} reload={TODAY} />,
          ],
        }))}
      />
      <List
        title="Goods to receive and money to refund"
        empty="No goods are coming back, and no refund is due."
        query={orders}
        columns={['Placed', 'Order', 'What to do']}
        rows={all.flatMap(listOwed)}
      />
      <List
        title="Withdrawals that the buyer may still cancel"
        empty="There is none."
        query={today}
        columns={['Received', 'Order', 'Do not send meanwhile']}
        rows={today.data?.withdrawals.takeable.map((one) => ({
          key: one.id,
          cells: withdrawalCells(one),
        }))}
      />
      <List
        title="Emails not sent"
        empty="Every email was sent."
        query={today}
        columns={['Since', 'Email', 'To', 'State', 'Reason', '']}
        rows={today.data?.emails.map((one) => ({
          key: one.id,
          cells: [
            <OneLine key="time">{toTime(one.queuedAt)}</OneLine>,
            `${one.name} (${one.locale})`,
            one.to,
            <EmailBadge key="state" state={one.state} tries={one.tries} />,
            one.reason ?? '',
            <ResendEmail key="again" id={one.id} reload={TODAY} />,
          ],
        }))}
      />
      <List
        title="Waiting list"
        empty="Nobody waits for a sold-out item."
        query={today}
        columns={['Shoppers', 'Not confirmed', 'Since', 'Product', 'SKU']}
        rows={today.data?.demand.map((one) => ({
          key: one.variant_id,
          cells: [
            one.waiting,
            one.unconfirmed,
            <OneLine key="since">{toDay(one.since)}</OneLine>,
            one.piece,
            one.sku ?? '',
          ],
        }))}
      />
      <List
        title="Searches without results, last 30 days"
        empty="Every search found something."
        query={today}
        rows={today.data?.searches.map((one) => ({
          key: `${one.locale} ${one.query}`,
          cells: [one.times, one.query, one.locale, one.has_nearest ? 'nearest pieces' : 'nothing'],
        }))}
        columns={['Times', 'Search', 'Language', 'Shown']}
      />
    </div>
  )
}

/** Medusa's state does not know of an item that was added after the payment. */
function isPaid({ payment_status: status, total, summary }: Order): boolean {
  return total === 0 || (PAID.includes(status) && (summary?.pending_difference ?? 0) < HALF_A_CENT)
}

/** Medusa's own state says "canceled" after the only parcel was. */
function isToPack({ items }: Order): boolean {
  return items.some(({ quantity, detail }) => detail.fulfilled_quantity < quantity)
}

function isPacked({ items }: Order): boolean {
  return items.some(
    ({ detail }) => detail.fulfilled_quantity > Math.max(detail.shipped_quantity, detail.delivered_quantity),
  )
}

async function takenPayments(): Promise<Taken> {
  const since = new Date(Date.now() - DAYS_OF_PAYMENTS * DAY_MS).toISOString()
  return callMedusa(`${PAYMENTS}?since=${since}`)
}

/** Goods to receive, or more paid than is due. Medusa counts a return as due to be refunded from its request on. */
function listOwed(order: Order): { key: string; cells: ReactNode[] }[] {
  const { id, created_at: at, custom_display_id, display_id, summary, currency_code, items } = order
  const isComing = items.some(({ detail }) => detail.return_requested_quantity > 0)
  const owed = -(summary?.pending_difference ?? 0)
  if (!isComing && owed < HALF_A_CENT) return []
  const amount = toMoney(owed, currency_code)
  const receive = 'Receive the return when the goods arrive.'
  const task = !isComing ? `Refund ${amount}.` : owed >= HALF_A_CENT ? `${receive} Then refund ${amount}.` : receive
  const cells = [
    <OneLine key="time">{toTime(at)}</OneLine>,
    <OneLine key="order">
      <PageLink to={`/orders/${id}`}>{custom_display_id ?? display_id}</PageLink>
    </OneLine>,
    task,
  ]
  return [{ key: id, cells }]
}

interface OrderListProps extends Pick<ComponentProps<typeof List>, 'title' | 'empty' | 'query'> {
  orders: Order[]
  withdrawn: ReadonlySet<string>
}

function OrderList({ orders, withdrawn, ...props }: OrderListProps) {
  return (
    <List
      {...props}
      columns={['Placed', 'Order', 'Buyer', 'Total']}
      rows={orders.map(({ id, created_at, custom_display_id, display_id, email, total, currency_code }) => ({
        key: id,
        cells: [
          toTime(created_at),
          <span key="order" className="flex flex-wrap items-center gap-2">
            <PageLink to={`/orders/${id}`}>{custom_display_id ?? display_id}</PageLink>
            {withdrawn.has(id) ? (
              <Badge size="2xsmall" color="red">
                withdrawn: do not send
              </Badge>
            ) : null}
          </span>,
          email ?? '',
          toMoney(total, currency_code),
        ],
      }))}
    />
  )
}

function withdrawalCells(one: Withdrawal): ReactNode[] {
  return [
    <OneLine key="time">{toTime(one.received_at)}</OneLine>,
    <OneLine key="order">
      <PageLink to={`/orders/${one.order_id}`}>{one.number}</PageLink>
    </OneLine>,
    toItems(one.open_lines),
  ]
}
