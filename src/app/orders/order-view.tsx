import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'

import { addressLines } from '#shared/country/address-lines.ts'
import type { Order } from '#shared/order/order.ts'
import { writeDay } from '#shared/order/write-moment.ts'

import { AddressLines } from '../checkout/address/address-lines.tsx'
import { dropDrafts } from '../checkout/drafts.ts'
import { GiftLines, isGift, NeededByDay } from '../checkout/gift-lines.tsx'
import { OrderFigures, OrderLines } from '../checkout/order-summary.tsx'
import { AskLink } from '../contact/ask-link.tsx'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { OrderActions } from './order-actions.tsx'
import { ORDER_COLUMNS, OrderProgress, Part } from './order-progress.tsx'

interface OrderViewProps {
  order: Order
  country: string | undefined
  /** See `ShownOrder`. Without it, the order cannot be ordered again from this page. */
  reorderKey?: string
  /** The visitor found the order by its number, as opposed to having just placed it. */
  isFound?: boolean
  notice?: string | null
}

export function OrderView({ order, country, reorderKey, isFound = false, notice = null }: OrderViewProps) {
  const { t } = useLingui()
  const to = useLocalePath()
  const { number, email, shipping_address: address, shipping_methods: methods, gift, masked } = order
  const { locale } = usePage()
  // An order that was placed without JavaScript or through PayPal leaves checkout drafts in the browser.
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
          <Trans>Your order from {writeDay(order.created_at, locale)}</Trans>
        ) : (
          <Trans>Thank you. Your order has been placed.</Trans>
        )}
      </h1>
      {isFound ? null : <SentTo email={email} />}
      {notice ? <Notice className="mt-6">{notice}</Notice> : null}
      <OrderProgress order={order} />
      <div className={`mt-10 gap-y-12 ${ORDER_COLUMNS}`}>
        <section aria-label={t`Your order`}>
          <OrderLines lines={order.items} currency={order.currency_code} />
          <OrderFigures order={order} />
        </section>
        <div className="flex flex-col gap-8">
          {address ? (
            <Part title={t`Delivery address`}>
              <AddressLines lines={addressLines(address, country)} />
            </Part>
          ) : null}
          {methods[0] ? (
            <Part title={t`Delivery method`}>
              {methods[0].name}
              <NeededByDay gift={gift} />
            </Part>
          ) : null}
          {isGift(gift) ? (
            <Part title={t`Gift`}>
              <GiftLines gift={gift} />
            </Part>
          ) : null}
          {email ? <Part title={t`Email`}>{email}</Part> : null}
          {masked ? <Masked masked={masked} /> : null}
          <OrderActions order={order} reorderKey={reorderKey} />
          {order.status === 'canceled' ? null : (
            <a
              href={to(`/order/withdraw?order=${isFound ? 'found' : 'placed'}`)}
              className="quiet-link inline-flex min-h-11 items-center self-start text-sm font-medium print:hidden"
            >
              <Trans>Withdraw from contract here</Trans>
            </a>
          )}
          <AskLink className="-mt-8 self-start text-sm font-medium print:hidden">
            <Trans>Questions? Ask us</Trans>
          </AskLink>
          <ButtonLink href={to('/shop')} look="outline" className="w-full">
            <Trans>Continue shopping</Trans>
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** For a visitor who has not opened the link in the order's email. */
function Masked({ masked: { email, address } }: { masked: NonNullable<Order['masked']> }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const here = to('/order/found')
  return (
    <>
      {address.length > 0 ? (
        <Part title={t`Delivery address`}>
          <AddressLines lines={address} />
        </Part>
      ) : null}
      {email ? (
        <Part title={t`Email`}>
          {email}
          <p className="mt-3 text-sm text-quiet">
            <Trans>For your security, some details are hidden. Use the link in our email to see the full order.</Trans>
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

function SentTo({ email }: { email: Order['email'] | undefined }) {
  const to = useLocalePath()
  return (
    <div className="mt-4">
      {email ? (
        <p className="break-words">
          <Trans>Your confirmation is on its way to {email}.</Trans>
        </p>
      ) : null}
      <a href={to('/order/found')} className="quiet-link inline-flex min-h-11 items-center font-medium print:hidden">
        <Trans>Order status and tracking</Trans>
      </a>
    </div>
  )
}

/** This browser has no order, for example if the page was opened from a bookmark. */
export function NoOrder() {
  const { t } = useLingui()
  const to = useLocalePath()
  return (
    <EmptyState
      title={t`There’s no order to show here`}
      text={t`You can see an order in the browser you used to place it. In any other, find it by order number and email.`}
      isPage
    >
      <ButtonLink href={to('/order/find')}>
        <Trans>Find an order</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
