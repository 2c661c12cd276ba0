import type { HttpTypes } from '@medusajs/types'

import type { Order } from '#shared/api/order.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

import { toAddress } from './to-cart.ts'
import { toLineItems, toTime, type ShopFacts } from './to-line-item.ts'

export type BackendOrder = HttpTypes.StoreOrder & { cart?: { id: string } | null; custom_display_id?: string | null }

/** What toOrder reads beyond the backend's defaults. */
export const ORDER_FIELDS = '+payment_status,+fulfillment_status,+cart.id'

/**
 * The seed's order from the backend's, with its personal fields: see toCart.
 * @param deliveryNames of ways of delivery in the visitor's language, by id; the order's own where there is none
 */
export function toOrder(
  order: BackendOrder,
  shop: ShopFacts,
  deliveryNames: ReadonlyMap<string, string> = new Map(),
): Order {
  const amount = (value: number | null | undefined): number => toHundredths(value ?? 0, shop.priceUnit)
  const items = toLineItems(order.items, order.cart?.id ?? '', shop)
  return {
    id: order.id,
    display_id: order.display_id ?? 0,
    // A backend that draws no numbers tells its sequence.
    number: order.custom_display_id || String(order.display_id ?? 0),
    status: order.status,
    payment_status: order.payment_status,
    fulfillment_status: order.fulfillment_status,
    created_at: toTime(order.created_at),
    currency_code: order.currency_code.toUpperCase(),
    items,
    item_total: amount(order.item_total),
    original_item_total: items.reduce((sum, item) => sum + item.original_total, 0),
    shipping_total: amount(order.shipping_total),
    tax_total: amount(order.tax_total),
    discount_total: amount(order.discount_total),
    total: amount(order.total),
    shipping_methods: (order.shipping_methods ?? []).map((method) => ({
      id: method.id,
      shipping_option_id: method.shipping_option_id ?? null,
      name: deliveryNames.get(method.shipping_option_id ?? '') ?? method.name ?? '',
      amount: amount(method.total ?? method.amount),
    })),
    held_until: heldUntil(order),
    email: order.email ?? null,
    shipping_address: toAddress(order.shipping_address),
    billing_address: toAddress(order.billing_address),
  }
}

/**
 * As the backend has promised it when the order was placed; see `commerce/src/orders/unpaid-orders.ts`. Medusa shows an
 * order's own metadata to its staff alone, and that of its payment collection to shoppers, too.
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
  const isOpen = status === 'pending' && !PAID.has(payment) && sent === 'not_fulfilled'
  return typeof promised === 'string' && isOpen ? promised : null
}

const PAID: ReadonlySet<string> = new Set(['captured', 'partially_captured', 'refunded', 'partially_refunded'])
