import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'

import type { Order } from '#shared/api/order.ts'
import { LANGUAGE_TAGS } from '#shared/i18n/locale.ts'
import { writeDay } from '#shared/withdrawal/write-moment.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PostalAddress } from './address/postal-address.tsx'
import { dropDrafts } from './drafts/drafts.ts'
import { OrderFigures, OrderLines } from './order-summary.tsx'

interface OrderRoomProps {
  order: Order
  /** The country's name in the page's language. */
  country: string | undefined
  /** It was not placed just now: whoever looks at it found it by its number. */
  isFound?: boolean
  /** What came of the last form. */
  notice?: string | null
}

/** What was ordered, where it goes, and what happens next. */
export function OrderRoom({ order, country, isFound = false, notice = null }: OrderRoomProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { number, email, shipping_address: address, shipping_methods: methods, masked } = order
  const { locale } = usePage()
  const date = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' })
  // However the order was placed, nothing of its checkout is kept.
  useEffect(() => {
    if (!isFound) dropDrafts()
  }, [isFound])
  return (
    <div className="page-width max-w-5xl py-12 md:py-20">
      <p className="label-caps text-gold">
        <Trans>Order {number}</Trans>
      </p>
      <h1 className="display mt-3 text-3xl md:text-4xl">
        {isFound ? (
          <Trans>Your order of {date.format(new Date(order.created_at))}</Trans>
        ) : (
          <Trans>Thank you. Your order is placed.</Trans>
        )}
      </h1>
      {notice ? <Notice className="mt-6">{notice}</Notice> : null}
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-[1fr_18rem]">
        <section aria-label={t`Your order`}>
          <OrderLines lines={order.items} currency={order.currency_code} />
          <OrderFigures order={order} />
        </section>
        <div className="flex flex-col gap-8">
          <Part title={t`What happens next`}>
            <p>
              <NextStep order={order} />
            </p>
            {order.held_until ? <HeldUntil day={order.held_until} /> : null}
          </Part>
          {address ? (
            <Part title={t`Delivery address`}>
              <PostalAddress address={address} country={country} />
            </Part>
          ) : null}
          {methods[0] ? <Part title={t`Shipping method`}>{methods[0].name}</Part> : null}
          {email ? <Part title={t`Email`}>{email}</Part> : null}
          {masked ? <Masked masked={masked} /> : null}
          {order.status === 'canceled' ? null : (
            <a
              href={to(`/order/withdraw?order=${isFound ? 'found' : 'placed'}`)}
              className="quiet-link inline-flex min-h-11 items-center self-start text-sm font-medium print:hidden"
            >
              <Trans>Withdraw from contract here</Trans>
            </a>
          )}
          <ButtonLink href={to('/shop')} look="outline" className="w-full">
            <Trans>Back to the collection</Trans>
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** What stands in place of the address for a visitor who has not opened the link in the order's email. */
function Masked({ masked: { email, address } }: { masked: NonNullable<Order['masked']> }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const here = to('/order/found')
  return (
    <>
      {address.length > 0 ? (
        <Part title={t`Delivery address`}>
          <address className="not-italic">
            {address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </Part>
      ) : null}
      {email ? (
        <Part title={t`Email`}>
          {email}
          <p className="mt-3 text-sm text-quiet">
            <Trans>For your safety we show this order in part. The link in our email opens all of it.</Trans>
          </p>
          <form action="/api/orders/send-link" method="post" className="mt-3 print:hidden">
            <input type="hidden" name="refused_to" value={here} />
            <Button type="submit" look="outline" className="w-full">
              <Trans>Email me the link</Trans>
            </Button>
          </form>
        </Part>
      ) : null}
    </>
  )
}

/** Until when the pieces of an unpaid order are held. */
function HeldUntil({ day }: { day: string }) {
  const { locale } = usePage()
  return (
    <p className="mt-3">
      <Trans>
        We hold your pieces until {writeDay(day, locale)}. Please pay our invoice by then: after that day an unpaid
        order is cancelled, and its pieces go back on sale.
      </Trans>
    </p>
  )
}

function NextStep({ order: { status, fulfillment_status: sent } }: { order: Order }) {
  if (status === 'canceled') return <Trans>Nothing: this order was cancelled.</Trans>
  if (sent === 'delivered') return <Trans>It has reached you. We hope that it is what you wished for.</Trans>
  if (sent === 'shipped') return <Trans>It is on its way to you.</Trans>
  if (sent.startsWith('partially_')) return <Trans>A part of it is on its way, the rest follows.</Trans>
  return <Trans>We look at every stone once more, pack your order by hand and send it on its way.</Trans>
}

/** The page without an order to show: somebody's bookmark, or another browser. */
export function NoOrder() {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmptyState
      title={t`There is no order to show here`}
      text={t`An order is shown in the browser that placed it. By its number and your address you find it in any other.`}
      isPage
    >
      <ButtonLink href={to('/order/find')}>
        <Trans>Find an order</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="label-caps text-quiet">{title}</h2>
      <div className="mt-2 break-words">{children}</div>
    </section>
  )
}
