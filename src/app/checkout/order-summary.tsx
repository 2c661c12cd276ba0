import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'

import type { Cart, LineItem } from '#shared/cart/cart.ts'
import type { ReferencePrice } from '#shared/money/crossed-out-price.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { youSave } from '#shared/money/you-save.ts'
import type { Order } from '#shared/order/order.ts'
import type { Flash } from '#shared/shop-data.ts'

import { Figure, writeTax } from '../cart/parts/cart-totals.tsx'
import { LineChoice, LineFigures, LineImage } from '../cart/parts/line-parts.tsx'
import { PromoCodes } from '../cart/parts/promo-codes.tsx'
import { usePage } from '../routing/page-context.tsx'
import { ChevronDownIcon } from '../ui/icons.tsx'

interface OrderSummaryProps {
  cart: Cart
  /** Both paths are without the language. */
  page: string
  /** The shopper continues there after a promotion code has changed the total. */
  pageAfterChange: string
  flash: Flash | null
  isOpenAtStart: boolean
}

/** On a phone the summary is collapsed to one line with the total. */
export function OrderSummary({ cart, page, pageAfterChange, flash, isOpenAtStart }: OrderSummaryProps) {
  const { locale, referencePrice } = usePage()
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtStart)
  return (
    <div className="border-line max-lg:border-y lg:sticky lg:top-8 lg:border-l lg:pl-8">
      <h2
        id="order-summary"
        className="display text-2xl max-lg:sr-only no-script:max-lg:not-sr-only no-script:max-lg:pt-4"
      >
        <Trans>Your order</Trans>
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-2 text-left text-sm lg:hidden no-script:hidden"
      >
        <Trans>Your order</Trans>
        <ChevronDownIcon className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        <span className="ml-auto text-base font-semibold tabular-nums">
          {formatMoney(cart.total, cart.currency_code, locale)}
        </span>
      </button>
      <div id={id} className={`max-lg:pb-4 ${isOpen ? '' : 'max-lg:hidden no-script:max-lg:block'}`}>
        <OrderLines lines={cart.items} currency={cart.currency_code} reference={referencePrice} />
        <div className="border-t border-line pt-2">
          <PromoCodes cart={cart} page={pageAfterChange} refusedTo={page} flash={flash} />
        </div>
        <OrderFigures order={cart} reference={referencePrice} />
      </div>
    </div>
  )
}

interface OrderLinesProps {
  lines: readonly LineItem[]
  currency: string
  /** The source of a cart's crossed-out prices. Those of an order come from the backend. */
  reference?: ReferencePrice
}

/** Read-only. */
export function OrderLines({ lines, currency, reference = 'backend' }: OrderLinesProps) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Items`} className="mt-2 ruled">
      {lines.map((line) => (
        <li key={line.id} className="flex flex-wrap gap-x-4 py-4">
          <LineImage source={line.thumbnail} className="size-18" />
          <div className="min-w-0 grow basis-28">
            <p className="display text-xl/6 break-words">{line.product_title || line.title}</p>
            <LineChoice line={line} />
            {line.quantity > 1 ? <p className="mt-0.5 text-sm text-quiet">{t`Quantity: ${line.quantity}`}</p> : null}
          </div>
          {/* The discount of codes is listed separately below. */}
          <LineFigures
            line={{ ...line, total: line.total + line.discount_total }}
            currency={currency}
            reference={reference}
          />
        </li>
      ))}
    </ul>
  )
}

type Figures = Pick<
  Order,
  | 'items'
  | 'item_total'
  | 'shipping_total'
  | 'shipping_methods'
  | 'tax_inclusive'
  | 'tax_total'
  | 'total'
  | 'currency_code'
> &
  Partial<Pick<Cart, 'tax_pending' | 'tax_at_checkout' | 'delivery_from'> & Pick<Order, 'payment'>>

/** Of a cart or an order, with what was paid back of it. */
export function OrderFigures({ order, reference = 'backend' }: { order: Figures; reference?: ReferencePrice }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const money = (amount: number) => formatMoney(amount, order.currency_code, locale)
  // Sums only the discounts of the items, because the delivery cost already includes its own discount.
  const discount = order.items.reduce((sum, line) => sum + line.discount_total, 0)
  const saved = youSave(order.items, reference)
  const isChosen = order.shipping_methods.length > 0
  const delivery = isChosen ? order.shipping_total : order.delivery_from === 0 ? 0 : null
  const tax = writeTax(order, order.tax_total, locale)
  const refunded = order.payment?.amount_refunded ?? 0
  return (
    <dl className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
      <Figure label={t`Subtotal`} value={money(order.item_total + discount)} />
      {discount > 0 ? <Figure label={t`Discount`} value={`−${money(discount)}`} /> : null}
      <Figure
        label={t`Delivery`}
        value={delivery === null ? t`Not chosen yet` : delivery === 0 ? t`Free` : money(delivery)}
      />
      {tax && !order.tax_inclusive ? <Figure label={t`Tax`} value={tax} /> : null}
      {order.tax_at_checkout ? <Figure label={t`Tax`} value={t`Calculated from your address`} /> : null}
      <Figure label={t`Total`} className="border-t border-line pt-3 text-lg font-semibold" value={money(order.total)} />
      {tax && order.tax_inclusive ? <Figure label={t`Includes VAT`} className="text-quiet" value={tax} /> : null}
      {refunded > 0 ? (
        <Figure
          label={t({ message: 'Refunded', context: 'amount' })}
          className="font-semibold"
          value={money(refunded)}
        />
      ) : null}
      {saved > 0 ? <Figure label={t`You save`} className="text-gold" value={money(saved)} /> : null}
    </dl>
  )
}
