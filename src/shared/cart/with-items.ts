import type { Cart, LineItem } from './cart.ts'

/** What counts on a cart's badge: products, not lines. */
export function countProducts(items: readonly Pick<LineItem, 'quantity'>[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/**
 * A line as it will be with another quantity: what the shopper sees until the backend has answered.
 * Discounts are the backend's to work out again; until then the line costs its plain price.
 */
export function withQuantity(line: LineItem, quantity: number): LineItem {
  if (quantity === line.quantity) return line
  return {
    ...line,
    quantity,
    total: line.unit_price * quantity,
    original_total: line.original_unit_price * quantity,
    discount_total: 0,
    tax_total: 0,
  }
}

/**
 * A cart with other lines, its totals recalculated; shipping stays as it was last confirmed. Tax is the backend's to
 * work out again: until then it is pending, and no part of the total to which it is added.
 */
export function withItems(cart: Cart, items: LineItem[]): Cart {
  const sum = (pick: (item: LineItem) => number): number => items.reduce((total, item) => total + pick(item), 0)
  const itemTotal = sum((item) => item.total)
  return {
    ...cart,
    items,
    item_total: itemTotal,
    original_item_total: sum((item) => item.original_total),
    discount_total: sum((item) => item.discount_total),
    tax_total: 0,
    item_tax_total: 0,
    shipping_tax_total: 0,
    tax_pending: true,
    total: itemTotal + cart.shipping_total,
  }
}
