import { proxy, snapshot } from 'valtio/vanilla'

import type { Cart, LineItem } from '#shared/cart/cart.ts'
import { withItems, withQuantity } from '#shared/cart/with-items.ts'

import type { Notifications } from './messages.ts'
import type { PendingLine, PendingLines } from './pending-lines.ts'
import type { Line } from './sync/line-machine.ts'

/** How a product is called until its name is known. */
export const UNKNOWN_TITLE = 'Loading...'

const TEMPORARY = 'temp_'

/** True for a line that the backend does not have yet. */
export function isTemporary(line: Pick<LineItem, 'id'>): boolean {
  return line.id.startsWith(TEMPORARY)
}

/**
 * The cart that the shopper sees: the confirmed cart with all pending changes applied.
 * @param confirmed null before the first answer of the backend
 * @param currency of the empty cart that is shown until then
 */
function toCartView(confirmed: Cart | null, pending: Readonly<PendingLines>, currency: string): Cart {
  const cart = confirmed ?? blankCart(currency)
  const pendingChanges = new Map(Object.entries(pending))
  if (pendingChanges.size === 0) return cart
  const items: LineItem[] = []
  for (const line of cart.items) {
    const pendingChange = pendingChanges.get(line.variant_id)
    // If two lines have the same variant, the pending change applies to the first.
    pendingChanges.delete(line.variant_id)
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
    id: `${TEMPORARY}${variantId}`,
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

/** The cart cannot follow the shopper's country without a new payment: they are asked first. ISO 4217. */
export interface CurrencyConfirmation {
  from: string
  to: string
}

export interface CartState extends Notifications {
  /** The last truth of the backend; null until it has spoken. */
  confirmed: Cart | null
  /** By variant. */
  pending: PendingLines
  /** The newest operation of each variant that has one, with its token: answers to earlier ones change nothing. */
  operations: Record<string, Line>
  /** What the shopper sees: the confirmed cart with everything pending laid over it. */
  readonly view: Cart
  isOpen: boolean
  searchOpen: boolean
  loading: boolean
  confirmation: CurrencyConfirmation | null
  /** True if the page itself shows notifications while the drawer is closed. */
  isShownInPage?: boolean
}

/** @param currency ISO 4217, for the cart that is shown before there is one */
export function createCartState(currency: string): CartState {
  return proxy<CartState>({
    confirmed: null,
    pending: {},
    operations: {},
    get view() {
      const confirmed: Cart | null = this.confirmed && (snapshot(this.confirmed) as Cart)
      return toCartView(confirmed, snapshot(this.pending) as PendingLines, currency)
    },
    isOpen: false,
    searchOpen: false,
    loading: false,
    messages: [],
    notified: 0,
    confirmation: null,
  })
}

export function hasPending(state: CartState): boolean {
  return Object.keys(state.pending).length > 0
}
