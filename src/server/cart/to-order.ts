import type { HttpTypes } from '@medusajs/types'

import { longestLead } from '#shared/cart/longest-lead.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'
import type { Order } from '#shared/order/order.ts'

import type { CartContext } from './cart-context.ts'
import { giftOf } from './gift.ts'
import { PAID_STATES, PROGRESS_FIELDS, toArrival, toPayment, toShipments, toState } from './order-progress.ts'
import { toAddress, toShippingMethod, toTotals } from './to-cart.ts'
import { toLineItems, toTime, type ShopFacts } from './to-line-item.ts'

export type BackendOrder = HttpTypes.StoreOrder & { cart?: { id: string } | null; custom_display_id?: string | null }

/** Beyond the backend's defaults, which for a list of orders are few. */
export const ORDER_FIELDS = `+payment_status,+fulfillment_status,+cart.id,*items,*items.detail,+items.discount_tax_total,+shipping_methods.tax_total,+credit_line_total,*payment_collections,${PROGRESS_FIELDS}`

interface OrderTerms extends Pick<CartContext, 'shippingOption' | 'workshop'> {
  howToPay: string | undefined
}

/** The amounts are those of the order as it was placed: what was paid back is only in `payment`. */
export function toOrder(
  current: BackendOrder,
  shop: ShopFacts,
  { shippingOption, workshop, howToPay }: OrderTerms,
): Order {
  const amount = (value: number | null | undefined): number =>
    toHundredths(value ?? 0, shop.priceUnit, current.currency_code)
  const order = beforeRefunds(current)
  const items = toLineItems(order.items, order.cart?.id ?? '', shop, order.currency_code)
  const totals = toTotals(order, amount)
  const owed = toPayment(order, amount)
  const payment = owed.state === 'due' && howToPay ? { ...owed, instructions: howToPay } : owed
  const state = toState(order, payment)
  const days = shippingOption(order.shipping_methods?.[0]?.shipping_option_id)?.days ?? undefined
  return {
    id: order.id,
    display_id: order.display_id ?? 0,
    // A backend that draws no numbers shows its sequence number.
    number: order.custom_display_id || String(order.display_id ?? 0),
    status: order.status,
    payment_status: order.payment_status,
    fulfillment_status: order.fulfillment_status,
    created_at: toTime(order.created_at),
    currency_code: order.currency_code.toUpperCase(),
    items,
    original_item_total: items.reduce((sum, item) => sum + item.original_total, 0),
    ...totals,
    shipping_methods: (order.shipping_methods ?? []).map((method) => ({
      ...toShippingMethod(method, totals, amount),
      // The order has the name in the language that it was placed in.
      name: shippingOption(method.shipping_option_id)?.names[shop.locale] ?? method.name ?? '',
    })),
    held_until: heldUntil(order),
    state,
    payment,
    arrival: toArrival(order, { payment, state, days, workshop, leadDays: longestLead(items) }),
    shipments: toShipments(order),
    email: order.email ?? null,
    shipping_address: toAddress(order.shipping_address),
    billing_address: toAddress(order.billing_address),
    // See `commerce/src/orders/one-order.ts`.
    gift: giftOf(order.shipping_methods?.[0]?.metadata),
  }
}

/** The totals of a line that a return changes. */
const LINE_TOTALS = ['total', 'tax_total', 'discount_total', 'discount_tax_total'] as const

/** The backend's line totals leave out returned quantities, its order total what was paid back without a return. */
function beforeRefunds(order: BackendOrder): BackendOrder {
  const items = (order.items ?? []).map(beforeReturn)
  const returned = (field: (typeof LINE_TOTALS)[number]): number =>
    items.reduce((sum, item, index) => sum + (item[field] ?? 0) - (order.items?.[index]?.[field] ?? 0), 0)
  return {
    ...order,
    items,
    item_total: (order.item_total ?? 0) + returned('total'),
    item_tax_total: (order.item_tax_total ?? 0) + returned('tax_total'),
    tax_total: (order.tax_total ?? 0) + returned('tax_total'),
    discount_total: (order.discount_total ?? 0) + returned('discount_total'),
    discount_tax_total: (order.discount_tax_total ?? 0) + returned('discount_tax_total'),
    total: (order.total ?? 0) + (order.credit_line_total ?? 0) + returned('total'),
  }
}

type BackendItem = NonNullable<BackendOrder['items']>[number]

function beforeReturn(item: BackendItem): BackendItem {
  const { return_received_total: received = 0, return_dismissed_total: dismissed = 0 } = item as BackendItem & {
    return_received_total?: number
    return_dismissed_total?: number
  }
  if (received + dismissed === 0) return item
  // Includes tax, as the backend's totals do.
  const total = item.total + received + dismissed
  const rate = (item.tax_lines ?? []).reduce((sum, line) => sum + line.rate, 0) / 100
  const taxOf = (gross: number): number => gross - gross / (1 + rate)
  const undiscounted = item.unit_price * item.quantity * (item.is_tax_inclusive ? 1 : 1 + rate)
  return {
    ...item,
    total,
    tax_total: taxOf(total),
    discount_total: undiscounted - total,
    discount_tax_total: taxOf(undiscounted) - taxOf(total),
  }
}

/** See `commerce/src/orders/unpaid-orders.ts`. Medusa shows shoppers only the payment collection's metadata. */
function heldUntil({
  status,
  payment_status: payment,
  fulfillment_status: sent,
  payment_collections: collections,
}: BackendOrder): string | null {
  const promised = (collections?.[0] as { metadata?: Record<string, unknown> | null } | undefined)?.metadata?.[
    'held_until'
  ]
  const isOpen = status === 'pending' && !PAID_STATES.includes(payment) && sent === 'not_fulfilled'
  return typeof promised === 'string' && isOpen ? promised : null
}
