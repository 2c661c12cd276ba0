import type { Cart, LineItem } from './cart.ts'

/** The sum of quantities, not the number of lines. */
export function countProducts(items: readonly Pick<LineItem, 'quantity'>[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** Until the backend answers, the line costs its undiscounted price: only the backend calculates discounts. */
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

/** Only the backend calculates tax and shipping: until it answers, tax is pending, and shipping stays. */
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
