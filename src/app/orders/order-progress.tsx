import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { writeDays } from '#shared/delivery/delivery-days.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import type { Order, OrderArrival } from '#shared/order/order.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import { usePage } from '../routing/page-context.tsx'
import { StateName } from './state-name.tsx'

/** All parts of an order's page share these columns. */
export const ORDER_COLUMNS =
  'grid grid-cols-1 gap-x-16 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_22rem]'

export function OrderProgress({ order }: { order: Order }) {
  const { t } = useLingui()
  const { arrival } = order
  return (
    <div className={`mt-10 gap-y-8 border-y border-line py-8 ${ORDER_COLUMNS}`}>
      <div className="flex flex-col gap-8">
        <Part title={t`Order status`}>
          <p className="display text-2xl">
            <StateName state={order.state} />
          </p>
          <p className="mt-2">
            <NextStep state={order.state} />
          </p>
        </Part>
        {order.shipments.length > 0 ? <Tracking shipments={order.shipments} /> : null}
        {arrival ? <Arrival arrival={arrival} payment={order.payment} /> : null}
      </div>
      <Part title={t`Payment`}>
        <Payment order={order} />
      </Part>
    </div>
  )
}

function NextStep({ state }: Pick<Order, 'state'>) {
  if (state === 'canceled') return <Trans>This order was cancelled. There’s nothing more to do.</Trans>
  if (state === 'refunded') return <Trans>We’ve refunded your money.</Trans>
  if (state === 'returned') return <Trans>Your order has been returned to us.</Trans>
  if (state === 'partly_returned') return <Trans>Part of your order has been returned to us.</Trans>
  if (state === 'delivered') return <Trans>Your order has arrived. We hope you love it.</Trans>
  if (state === 'shipped') return <Trans>Your order is on its way.</Trans>
  if (state.startsWith('partly_')) return <Trans>Part of your order has been shipped; the rest will follow.</Trans>
  if (state === 'awaiting_payment')
    return (
      <Trans>
        Once we receive your payment, we’ll check every stone again, pack your order by hand and send it on its way.
      </Trans>
    )
  return <Trans>We’ll check every stone again, pack your order by hand and send it on its way.</Trans>
}

function Tracking({ shipments }: Pick<Order, 'shipments'>) {
  const { t } = useLingui()
  return (
    <Part title={t`Tracking number`}>
      <ul>
        {shipments.map(({ number, url }) => (
          <li key={number}>
            {url ? (
              <a
                href={url}
                rel="noopener noreferrer external"
                className="quiet-link inline-flex min-h-11 items-center break-all"
              >
                {number}
              </a>
            ) : (
              <span className="break-all">{number}</span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Arrival({ arrival, payment }: { arrival: OrderArrival; payment: Order['payment'] }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { if_paid_on: day } = arrival
  return (
    <Part title={t`Estimated arrival`}>
      <p className="font-medium">{writeDays(arrival, locale)}</p>
      {day ? (
        <p className="mt-2 text-sm text-quiet">
          {payment.instructions ? (
            <Trans>
              If we receive your payment by {writeDay(day, locale)}. If you pay later, these dates will move.
            </Trans>
          ) : (
            <Trans>If you pay as soon as you get our bank details. If you pay later, these dates will move.</Trans>
          )}
        </p>
      ) : null}
    </Part>
  )
}

function Payment({ order }: { order: Order }) {
  const { locale } = usePage()
  const { method, state, amount_refunded: paidBack } = order.payment
  const refunded = formatMoney(paidBack, order.currency_code, locale)
  const total = formatMoney(order.total, order.currency_code, locale)
  if (state === 'due') return <PaymentDue order={order} />
  if (state === 'pending') return <Trans>We’re confirming your payment. You don’t need to do anything.</Trans>
  if (state === 'refunded') return <Trans>We’ve refunded your payment in full: {refunded}.</Trans>
  if (state === 'partly_refunded') return <Trans>We’ve refunded {refunded} of your payment.</Trans>
  if (order.state === 'canceled' && state === 'none')
    return <Trans>We haven’t received a payment, so there’s nothing to refund.</Trans>
  if (state === 'none') return <Trans>There’s nothing to pay.</Trans>
  return method === 'paypal' ? (
    <Trans>Paid with PayPal: {total}. There’s nothing more to pay.</Trans>
  ) : (
    <Trans>Paid: {total}. There’s nothing more to pay.</Trans>
  )
}

/** The amount, the payment reference and the deadline. */
function PaymentDue({ order }: { order: Order }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { number, payment, held_until: heldUntil, currency_code: currency } = order
  const email = order.email ?? order.masked?.email
  return (
    <>
      <dl className="flex flex-col gap-y-1 lg:grid lg:grid-cols-[auto_1fr] lg:gap-x-6">
        <Fact label={t`Amount due`} value={formatMoney(payment.amount_due, currency, locale)} />
        <Fact label={t`Payment reference`} value={number} />
        {heldUntil ? <Fact label={t`Due date`} value={writeDay(heldUntil, locale)} /> : null}
      </dl>
      {payment.instructions ? <p className="mt-4 whitespace-pre-line">{payment.instructions.trim()}</p> : null}
      <p className="mt-4">
        {payment.instructions ? null : email ? (
          <Trans>We’ll email our bank details to {email} within one working day.</Trans>
        ) : (
          <Trans>We’ll email you our bank details within one working day.</Trans>
        )}{' '}
        <Trans>Please include the payment reference with your transfer so we can match it to your order.</Trans>
      </p>
      <p className="mt-3">
        {heldUntil ? (
          <Trans>
            We’ll hold your items until {writeDay(heldUntil, locale)}. Please pay by then; otherwise, your order will be
            cancelled and its items will go back on sale.
          </Trans>
        ) : (
          <Trans>We’ll hold your items until we receive your payment.</Trans>
        )}
      </p>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 lg:contents">
      <dt className="text-quiet">{label}</dt>
      <dd className="font-medium whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  )
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="label-caps text-quiet">{title}</h2>
      <div className="mt-2 break-words">{children}</div>
    </section>
  )
}
