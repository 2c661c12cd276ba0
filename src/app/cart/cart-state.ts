import { proxy, snapshot } from 'valtio/vanilla'

import type { Cart, LineItem } from '#shared/cart/cart.ts'
import { keyOfItem, lineKey } from '#shared/cart/line-key.ts'
import { withItems, withQuantity } from '#shared/cart/with-items.ts'

import type { Notifications } from './messages.ts'
import type { PendingLine, PendingLines } from './pending-lines.ts'

export const UNKNOWN_TITLE = 'Loading...'

const TEMPORARY = 'temp_'

/** Returns whether the backend does not have the line yet. */
export function isTemporary(line: Pick<LineItem, 'id'>): boolean {
  return line.id.startsWith(TEMPORARY)
}

function toView(confirmed: Cart | null, pending: Readonly<PendingLines>, currency: string): Cart {
  const cart = confirmed ?? blankCart(currency)
  const pendingChanges = new Map(Object.entries(pending))
  if (pendingChanges.size === 0) return cart
  const items: LineItem[] = []
  for (const line of cart.items) {
    const pendingChange = pendingChanges.get(keyOfItem(line))
    // If two lines have the same key, the pending change applies to the first.
    pendingChanges.delete(keyOfItem(line))
    if (pendingChange?.quantity !== 0) items.push(pendingChange ? withQuantity(line, pendingChange.quantity) : line)
  }
  for (const pendingChange of pendingChanges.values()) {
    if (pendingChange.quantity > 0) items.push(toTemporaryLine(cart.id, pendingChange))
  }
  return withItems(cart, items)
}

function toTemporaryLine(cartId: string, { variantId, quantity, details }: PendingLine): LineItem {
  const title = details.title ?? UNKNOWN_TITLE
  const price = details.unitPrice ?? 0
  const original = details.originalUnitPrice ?? price
  return {
    id: `${TEMPORARY}${lineKey(variantId, details.engraving)}`,
    cart_id: cartId,
    variant_id: variantId,
    quantity,
    title,
    description: '',
    thumbnail: details.image ?? null,
    unit_price: price,
    original_unit_price: original,
    total: price * quantity,
    original_total: original * quantity,
    tax_total: 0,
    discount_total: 0,
    gift_card_total: 0,
    tax_lines: [],
    adjustments: [],
    product_title: title,
    product_subtitle: null,
    product_handle: details.handle ?? null,
    variant_title: '',
    size: details.size ?? null,
    color: details.metal ?? null,
    options: details.options ?? [],
    engraving: details.engraving ?? null,
    variant: {
      id: variantId,
      title: '',
      sku: null,
      available: null,
      product: { id: '', title, handle: details.handle ?? null },
    },
    is_return: false,
    is_giftcard: false,
    should_merge: true,
    allow_discounts: true,
    has_shipping: true,
    created_at: '',
    updated_at: '',
  }
}

function blankCart(currency: string): Cart {
  return {
    id: '',
    status: 'open',
    region_id: '',
    currency_code: currency,
    items: [],
    item_total: 0,
    original_item_total: 0,
    shipping_total: 0,
    tax_inclusive: false,
    tax_total: 0,
    item_tax_total: 0,
    shipping_tax_total: 0,
    tax_at_checkout: false,
    discount_total: 0,
    total: 0,
    shipping_methods: [],
    delivery_from: null,
    payment_collection: null,
    promo_codes: [],
  }
}

/** Asked before the cart moves to the shopper's country, because the move requires a new payment. */
export interface CurrencyConfirmation {
  from: string
  to: string
}

export interface CartState extends Notifications {
  /** The cart from the latest response of the backend; null before the first response. */
  confirmed: Cart | null
  pending: PendingLines
  /** `confirmed` with every change in `pending` applied. */
  readonly view: Cart
  readonly isLoaded: boolean
  readonly isSettled: boolean
  isOpen: boolean
  searchOpen: boolean
  loading: boolean
  confirmation: CurrencyConfirmation | null
  /** True if the page itself shows notifications while the drawer is closed. */
  isShownInPage: boolean
}

/** The getters are computed from the other properties when a snapshot is taken. */
export function createCartState(currency: string): CartState {
  return proxy<CartState>({
    confirmed: null,
    pending: {},
    get view() {
      const confirmed: Cart | null = this.confirmed && (snapshot(this.confirmed) as Cart)
      return toView(confirmed, snapshot(this.pending) as PendingLines, currency)
    },
    get isLoaded() {
      return this.confirmed !== null
    },
    get isSettled() {
      return Object.keys(this.pending).length === 0
    },
    isOpen: false,
    searchOpen: false,
    loading: false,
    messages: [],
    notified: 0,
    confirmation: null,
    isShownInPage: false,
  })
}
