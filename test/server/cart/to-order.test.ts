import t from 'tap'

import type { ShopFacts } from '#server/cart/to-line-item.ts'
import { toOrder, type BackendOrder } from '#server/cart/to-order.ts'

const shop: ShopFacts = { facts: () => undefined, locale: 'en', priceUnit: 'major' }
const terms = {
  shippingOption: () => undefined,
  workshop: { timeZone: 'UTC', lastHour: 14, closed: [] },
  howToPay: undefined,
}

/** As Medusa returns an order of two rings at $100 with 10% off and a tax of 25% that prices exclude. */
const line = {
  id: 'ordli_1',
  quantity: 2,
  unit_price: 100,
  is_tax_inclusive: false,
  tax_lines: [{ code: 'NY', rate: 25 }],
  total: 225,
  tax_total: 45,
  discount_total: 25,
  discount_tax_total: 5,
  detail: { return_received_quantity: 0 },
}
const placed = {
  id: 'order_1',
  status: 'pending',
  payment_status: 'captured',
  fulfillment_status: 'delivered',
  currency_code: 'usd',
  items: [line],
  item_total: 225,
  item_tax_total: 45,
  shipping_total: 12.5,
  shipping_tax_total: 2.5,
  tax_total: 47.5,
  discount_total: 25,
  discount_tax_total: 5,
  total: 237.5,
  credit_line_total: 0,
  payment_collections: [{ id: 'pay_col_1', refunded_amount: 0 }],
}
const read = (order: object) => toOrder(order as unknown as BackendOrder, shop, terms)

const FIGURES = ['item_total', 'shipping_total', 'discount_total', 'tax_total', 'item_tax_total', 'total'] as const
const figuresOf = (order: object): unknown[] => {
  const shown = read(order)
  const [item] = shown.items
  return [...FIGURES.map((name) => shown[name]), item?.total, item?.tax_total, item?.discount_total]
}

t.test('an order shows what was ordered, also after a refund and a return', async (t) => {
  const ordered = figuresOf(placed)
  t.same(ordered, [18_000, 1_000, 2_000, 4_750, 4_500, 23_750, 18_000, 4_500, 2_000])

  const refunded = {
    ...placed,
    payment_status: 'partially_refunded',
    total: 217.5,
    credit_line_total: 20,
    payment_collections: [{ id: 'pay_col_1', refunded_amount: 20 }],
  }
  t.same(figuresOf(refunded), ordered)
  t.match(read(refunded).payment, { state: 'partly_refunded', amount_refunded: 2_000 })

  const half = { ...line, total: 112.5, tax_total: 22.5, discount_total: 12.5, discount_tax_total: 2.5 }
  const returned = {
    ...placed,
    items: [{ ...half, return_received_total: 112.5, detail: { return_received_quantity: 1 } }],
    item_total: 112.5,
    item_tax_total: 22.5,
    tax_total: 25,
    discount_total: 12.5,
    discount_tax_total: 2.5,
    total: 125,
  }
  t.same(figuresOf(returned), ordered, 'one of the two came back')

  const none = { total: 0, tax_total: 0, discount_total: 0, discount_tax_total: 0 }
  const back = {
    ...placed,
    items: [{ ...line, ...none, return_received_total: 225, detail: { return_received_quantity: 2 } }],
    ...none,
    item_total: 0,
    item_tax_total: 0,
    tax_total: 2.5,
    total: 12.5,
  }
  t.same(figuresOf(back), ordered, 'both came back')
})

t.test('a canceled order keeps its total, and says whether money was paid back', async (t) => {
  const unpaid = { ...placed, status: 'canceled', payment_status: 'canceled' }
  t.match(read(unpaid), { state: 'canceled', total: 23_750, payment: { state: 'none', amount_refunded: 0 } })

  const paid = {
    ...unpaid,
    payment_status: 'refunded',
    total: 0,
    credit_line_total: 237.5,
    payment_collections: [{ id: 'pay_col_1', refunded_amount: 237.5 }],
  }
  t.match(read(paid), { state: 'canceled', total: 23_750, payment: { state: 'refunded', amount_refunded: 23_750 } })
})
