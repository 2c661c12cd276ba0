import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'

import type { Order } from '#shared/api/order.ts'

import { useLocalePath } from '../routing/page-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PostalAddress } from './address/postal-address.tsx'
import { dropDrafts } from './drafts/drafts.ts'
import { OrderFigures, OrderLines } from './order-summary.tsx'

interface OrderRoomProps {
  order: Order
  /** The country's name in the page's language. */
  country: string | undefined
}

/** What was ordered, where it goes, and what happens next. */
export function OrderRoom({ order, country }: OrderRoomProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { display_id: number, email, shipping_address: address, shipping_methods: methods } = order
  // However the order was placed, nothing of its checkout is kept.
  useEffect(dropDrafts, [])
  return (
    <div className="page-width max-w-5xl py-12 md:py-20">
      <p className="label-caps text-gold">
        <Trans>Order {number}</Trans>
      </p>
      <h1 className="display mt-3 text-3xl md:text-4xl">
        <Trans>Thank you. Your order is placed.</Trans>
      </h1>
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-[1fr_18rem]">
        <section aria-label={t`Your order`}>
          <OrderLines lines={order.items} currency={order.currency_code} />
          <OrderFigures order={order} />
        </section>
        <div className="space-y-8">
          <Part title={t`What happens next`}>
            <p>
              <Trans>We look at every stone once more, pack your order by hand and send it on its way.</Trans>
            </p>
          </Part>
          {address ? (
            <Part title={t`Delivery address`}>
              <PostalAddress address={address} country={country} />
            </Part>
          ) : null}
          {methods[0] ? <Part title={t`Shipping method`}>{methods[0].name}</Part> : null}
          {email ? <Part title={t`Email`}>{email}</Part> : null}
          <ButtonLink href={to('/shop')} look="outline" className="w-full">
            <Trans>Back to the collection</Trans>
          </ButtonLink>
        </div>
      </div>
    </div>
  )
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
