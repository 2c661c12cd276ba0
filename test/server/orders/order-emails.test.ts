import t from 'tap'

import { orderPlacedEmail } from '#server/orders/order-emails.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()

/** The index of a shipping option that is not free. */
const EXPRESS = 1

t.test('the amounts in an order email add up with discounts on products and on shipping', async (t) => {
  const app = await buildShopServer(commerce)
  t.teardown(() => app.close())
  const { buy } = await readShop(commerce)
  let taken = 0
  for (const [code, method] of [
    ['PIECES', { type: 'percentage', value: 10, target_type: 'items', allocation: 'across' }],
    ['DELIVERY', { type: 'percentage', value: 50, target_type: 'shipping_methods', allocation: 'across' }],
  ] as const) {
    const body = { code, type: 'standard', status: 'active', is_automatic: true, application_method: method }
    await commerce.admin('/admin/promotions', { method: 'POST', body })
    const { id } = await buy('usd', EXPRESS)
    const order = await app.carts.readOrder(id, { locale: 'en' })
    t.ok(order.discount_total > taken, `${code} reduces the total`)
    taken = order.discount_total
    const { facts } = orderPlacedEmail(
      { order, locale: 'en', origin: 'https://shop.example', translate: app.translate },
      'https://shop.example/en/order/open?token=t',
    )
    if (!('order' in facts)) throw new Error('not an order email')
    const { subtotal, discount, shipping, total, lines } = facts.order
    t.equal(subtotal - discount + shipping, total)
    t.equal(
      subtotal,
      order.items.reduce((sum, line) => sum + line.unit_price * line.quantity, 0),
    )
    t.equal(
      lines.reduce((sum, line) => sum + line.total, 0),
      subtotal - discount,
    )
  }
})
