import type { HttpTypes } from '@medusajs/types'

import { longestLead } from '#shared/cart/longest-lead.ts'
import type { Workshop } from '#shared/delivery/delivery-days.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'
import type { Order } from '#shared/order/order.ts'

import type { NamedWay } from './delivery-ways.ts'
import { giftOf } from './gift.ts'
import { PAID_STATES, PROGRESS_FIELDS, toArrival, toPayment, toShipments, toState } from './order-progress.ts'
import { toAddress, toShippingMethod, toTotals } from './to-cart.ts'
import { toLineItems, toTime, type ShopFacts } from './to-line-item.ts'

export type BackendOrder = HttpTypes.StoreOrder & { cart?: { id: string } | null; custom_display_id?: string | null }

/** Fields that `toOrder` needs beyond the backend's defaults. */
export const ORDER_FIELDS = `+payment_status,+fulfillment_status,+cart.id,+items.discount_tax_total,+shipping_methods.tax_total,${PROGRESS_FIELDS}`

interface OrderTerms {
  /** Shipping options in the visitor's language, by id; the order's stored name is the fallback. */
  ways: ReadonlyMap<string, NamedWay>
  workshop: Workshop
  /** How an invoice is paid, in the visitor's language; undefined if staff email it. */
  howToPay: string | undefined
}

/**
 * Converts a backend order to the shop's format, including personal fields; see `toCart`.
 */
export function toOrder(order: BackendOrder, shop: ShopFacts, { ways, workshop, howToPay }: OrderTerms): Order {
  const amount = (value: number | null | undefined): number => toHundredths(value ?? 0, shop.priceUnit)
  const items = toLineItems(order.items, order.cart?.id ?? '', shop)
  const totals = toTotals(order, amount)
  const owed = toPayment(order, amount)
  const payment = owed.state === 'due' && howToPay ? { ...owed, instructions: howToPay } : owed
  const state = toState(order, payment)
  const days = ways.get(order.shipping_methods?.[0]?.shipping_option_id ?? '')?.days
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
      name: ways.get(method.shipping_option_id ?? '')?.name ?? method.name ?? '',
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

/**
 * Returns until when the backend holds an unpaid order; see `commerce/src/orders/unpaid-orders.ts`. Medusa shows an
 * order's metadata only to staff, but shows the payment collection's metadata to shoppers too.
 */
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
