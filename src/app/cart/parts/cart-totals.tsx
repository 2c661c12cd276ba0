import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'

import type { Cart } from '#shared/cart/cart.ts'
import { longestLead } from '#shared/cart/longest-lead.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { formatMoney } from '#shared/money/format-money.ts'
import { youSave } from '#shared/money/you-save.ts'

import { DeliveryLine } from '../../delivery/delivery-line.tsx'
import { usePage } from '../../routing/page-context.tsx'

type Totals = Pick<
  Cart,
  | 'items'
  | 'item_total'
  | 'item_tax_total'
  | 'currency_code'
  | 'tax_inclusive'
  | 'tax_pending'
  | 'tax_at_checkout'
  | 'shipping_methods'
  | 'delivery_from'
>

/** The total excludes delivery. */
export function CartTotals({ cart }: { cart: Totals }) {
  const { t } = useLingui()
  const { locale, referencePrice, campaignEnd, delivery, returns } = usePage()
  const deliveryPrice = useDeliveryPrice(cart)
  const { tax_inclusive: isInclusive, item_tax_total: tax } = cart
  const saved = youSave(cart.items, referencePrice)
  const shownTax = writeTax(cart, tax, locale)
  const addedTax = isInclusive ? undefined : shownTax
  const money = (amount: number) => formatMoney(amount, cart.currency_code, locale)
  return (
    <>
      <dl className="flex flex-col gap-1">
        {addedTax ? <Figure label={t`Subtotal`} className="text-sm text-quiet" value={money(cart.item_total)} /> : null}
        {/* Without a price in the cart, the link below names that of the region or of the visitor's country. */}
        {deliveryPrice === null && delivery ? null : (
          <Figure
            label={t`Delivery`}
            className="text-sm text-quiet"
            value={deliveryPrice ?? t`Calculated at checkout`}
          />
        )}
        {addedTax ? <Figure label={t`Tax`} className="text-sm text-quiet" value={addedTax} /> : null}
        {cart.tax_at_checkout ? (
          <Figure label={t`Tax`} className="text-sm text-quiet" value={t`Calculated at checkout`} />
        ) : null}
        <Figure
          label={t`Total`}
          className="text-lg font-semibold"
          value={money(cart.item_total + (isInclusive ? 0 : tax))}
        />
        {shownTax && isInclusive ? (
          <Figure label={t`Includes VAT`} className="text-sm text-quiet" value={shownTax} />
        ) : null}
        {saved > 0 ? (
          <Figure
            label={campaignEnd ? t`You save, until ${campaignEnd}` : t`You save`}
            className="text-sm text-gold"
            value={money(saved)}
          />
        ) : null}
      </dl>
      <div className="mt-2 text-sm leading-6 text-quiet">
        <DeliveryLine leadDays={longestLead(cart.items)} isPriced={deliveryPrice === null} />
        <p>{returns}</p>
      </div>
    </>
  )
}

/** The price of the chosen shipping method, else of the cheapest one. */
function useDeliveryPrice({
  shipping_methods: methods,
  delivery_from: from,
  currency_code: currency,
}: Totals): string | null {
  const { t } = useLingui()
  const { locale } = usePage()
  const price = methods[0]?.amount ?? from
  if (price === null) return null
  if (price === 0) return t`Free`
  const amount = formatMoney(price, currency, locale)
  return methods.length > 0 ? t`${amount}, added at checkout` : t`From ${amount}, added at checkout`
}

/** @returns undefined if there is no tax; `…` instead of the amount while a change is pending */
export function writeTax(
  { items, tax_pending: isPending, currency_code: currency }: Pick<Cart, 'items' | 'tax_pending' | 'currency_code'>,
  tax: number,
  locale: Locale,
): string | undefined {
  if (isPending) return items.some((line) => line.tax_lines.length > 0) ? '…' : undefined
  return tax > 0 ? formatMoney(tax, currency, locale) : undefined
}

interface FigureProps {
  label: string
  value: string
  className?: string
}

export function Figure({ label, value, className = '' }: FigureProps) {
  const id = useId()
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <dt id={id}>{label}</dt>
      <dd aria-labelledby={id} className="whitespace-nowrap tabular-nums">
        {value}
      </dd>
    </div>
  )
}
