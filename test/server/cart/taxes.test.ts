import t, { type Test } from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type { Cart, CartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import type { VisitorCountry } from '#shared/country/visitor.ts'
import type { Order, OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer, listProducts } from '#test/server/shop-server.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

import { visitorFrom, type CartVisitor } from './cart-visitor.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce)
t.teardown(() => app.close())

const [ring = '', other = ''] = await listProducts(commerce, 10)
const CALIFORNIA = { ...ADDRESS, city: 'San Francisco', postal_code: '94105', province: 'CA', country_code: 'US' }

/** Tax included in an amount, or added to it, in hundredths. Rates in percent. */
const contained = (gross: number, rate: number): number => Math.round((gross * rate) / (100 + rate))
const added = (net: number, rate: number): number => Math.round((net * rate) / 100)

function addsUp(t: Test, cart: Cart | Order): void {
  const { items, item_total: itemTotal, shipping_total: shipping, total, tax_total: tax, tax_inclusive: isIn } = cart
  t.equal(
    items.reduce((sum, line) => sum + line.total, 0),
    itemTotal,
    'the lines are the sum of the items',
  )
  for (const line of items) t.equal(line.total + line.discount_total, line.unit_price * line.quantity, 'and its prices')
  t.equal(itemTotal + shipping + (isIn ? 0 : tax), total, 'the rows come to the total')
}

async function byExpress({ shopper, path }: CartVisitor): Promise<Cart> {
  const { shipping_options: options } = (await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`)).body
  const option_id = options.at(-1)?.id
  return (await shopper.call<CartAnswer>('POST', `${path}/shipping-methods`, { option_id })).body.cart
}

t.test('an order to the United States is refused until its state is that of its postal code', async (t) => {
  const visitor = await visitorFrom(app, 'US', [[ring, 1]])
  await visitor.update({ email: 'anna@shopper.example', shipping_address: CALIFORNIA })
  await byExpress(visitor)
  const place = async (changes: object) => {
    await visitor.update({ shipping_address: { ...CALIFORNIA, ...changes } })
    await visitor.shopper.call('POST', `${visitor.path}/payment-sessions`, { provider_id: 'pp_system_default' })
    return visitor.shopper.call<ApiError>('POST', `${visitor.path}/complete`, {})
  }
  for (const [changes, field, message] of [
    [{ province: 'Kalifornia' }, 'province', /choose one from the list/],
    [{ province: '' }, 'province', /./],
    [{ province: 'OR' }, 'postal_code', /belongs to another state or province/],
    [{ postal_code: '' }, 'postal_code', /./],
  ] as const)
    t.match(
      await place(changes),
      { status: 409, body: { details: { fields: { [`shipping_address.${field}`]: message } } } },
      JSON.stringify(changes),
    )
  const typed = await visitor.update({ step: 'address', shipping_address: { ...CALIFORNIA, province: 'OR' } })
  t.match(typed, { status: 400, body: { details: { fields: { 'shipping_address.postal_code': /another state/ } } } })
  t.match(await place({ province: 'California' }), { status: 200 })
})

t.test('a cart of a known country shows the included tax from the first product on', async (t) => {
  for (const [country, rate] of [
    ['DE', 19],
    ['FI', 25.5],
    ['HU', 27],
    ['LU', 17],
    ['GB', 20],
  ] as const) {
    const { read } = await visitorFrom(app, country, [[ring, 2]])
    const cart = await read()
    addsUp(t, cart)
    t.match(cart, { tax_inclusive: true, tax_at_checkout: false, shipping_address: { country_code: country } })
    t.equal(cart.total, 2 * (cart.items[0]?.unit_price ?? 0))
    t.equal(cart.tax_total, contained(cart.total, rate), `${country}: ${rate} per cent`)
  }
})

t.test(
  'where tax is added, the cart shows it once the address is known, and refers to checkout until then',
  async (t) => {
    const visitor = await visitorFrom(app, 'US', [[ring, 2]])
    const before = await visitor.read()
    t.match(before, { tax_inclusive: false, tax_at_checkout: true, tax_total: 0, total: before.item_total })
    await visitor.update({
      email: 'anna@shopper.example',
      step: 'address',
      shipping_address: { ...CALIFORNIA, province: 'California' },
    })
    const cart = await byExpress(visitor)
    addsUp(t, cart)
    t.match(cart, { tax_inclusive: false, tax_at_checkout: false, item_total: before.item_total, shipping_total: 2500 })
    t.equal(cart.tax_total, added(cart.item_total + 2500, 7.25))
    t.equal(cart.item_tax_total, added(cart.item_total, 7.25))
    t.equal(cart.shipping_tax_total, added(2500, 7.25), 'delivery is taxed as the pieces are')
    t.equal(cart.shipping_methods[0]?.amount, 2500, 'and is shown at the price that was chosen')
    t.equal(cart.shipping_address?.province, 'CA', 'the shopper reads their state as they know it')
    const { cart: stored } = await commerce.store<{ cart: { shipping_address: { province: string } } }>(
      `/store/carts/${cart.id}`,
    )
    t.equal(stored.shipping_address.province, 'US-CA', 'the backend gets the code of its tax region')

    await visitor.update({ shipping_address: { ...CALIFORNIA, province: 'OR', postal_code: '97209' } })
    t.match(await visitor.read(), { tax_total: 0, tax_at_checkout: false, total: cart.item_total + 2500 })
  },
)

t.test('a cart does not mention a tax that cannot apply', async (t) => {
  for (const country of ['CA', 'JP', 'CH', 'IL', 'AU', 'NO', 'RU']) {
    const { read } = await visitorFrom(app, country, [[ring, 1]])
    const cart = await read()
    t.match(cart, { tax_total: 0, tax_at_checkout: false, total: cart.item_total }, country)
  }
})

t.test('a discount is shown like prices: with tax where prices include it, otherwise without', async (t) => {
  const { promotion } = await commerce.admin<{ promotion: { id: string } }>('/admin/promotions', {
    method: 'POST',
    body: {
      code: 'TENTH',
      type: 'standard',
      status: 'active',
      application_method: { type: 'percentage', target_type: 'items', allocation: 'each', value: 10, max_quantity: 9 },
    },
  })
  t.ok(promotion.id)
  for (const [country, address, rate] of [
    ['DE', ADDRESS, 19],
    ['US', CALIFORNIA, 7.25],
  ] as const) {
    const visitor = await visitorFrom(app, country, [
      [ring, 2],
      [other, 1],
    ])
    await visitor.update({ email: 'anna@shopper.example', shipping_address: address })
    const full = await visitor.read()
    const { cart } = (await visitor.update({ promo_codes: ['TENTH'] })).body
    addsUp(t, cart)
    t.equal(cart.discount_total, full.item_total / 10, country)
    t.equal(cart.item_total, full.item_total * 0.9)
    t.equal(cart.tax_total, (cart.tax_inclusive ? contained : added)(cart.item_total, rate))

    await byExpress(visitor)
    const paying = await visitor.shopper.call('POST', `${visitor.path}/payment-sessions`, {
      provider_id: 'pp_system_default',
    })
    t.equal(paying.status, 200)
    const { order } = (await visitor.shopper.call<OrderAnswer>('POST', `${visitor.path}/complete`, {})).body
    addsUp(t, order)
    t.match(order, {
      discount_total: cart.discount_total,
      item_total: cart.item_total,
      tax_inclusive: cart.tax_inclusive,
    })
    t.equal(order.tax_total, (cart.tax_inclusive ? contained : added)(order.item_total + order.shipping_total, rate))
  }
})

t.test('choosing another country applies its tax and keeps the typed address', async (t) => {
  const visitor = await visitorFrom(app, 'DE', [[ring, 1]])
  const german = await visitor.read()
  const choose = async (country: string): Promise<Cart> => {
    await visitor.shopper.call<VisitorCountry>('POST', '/api/visitor/country', { country })
    return visitor.read()
  }
  const french = await choose('FR')
  t.match(french, { total: german.total, shipping_address: { country_code: 'FR' } })
  t.equal(french.tax_total, contained(french.total, 20))
  const american = await choose('US')
  t.match(american, { currency_code: 'USD', tax_inclusive: false, tax_total: 0, tax_at_checkout: true })
  const irish = await choose('IE')
  t.match(irish, { currency_code: 'EUR', tax_inclusive: true, total: german.total })
  t.equal(irish.tax_total, contained(irish.total, 23))

  await visitor.update({ shipping_address: ADDRESS })
  const addressed = await choose('FR')
  t.match(addressed.shipping_address, ADDRESS)
  t.equal(addressed.tax_total, contained(addressed.total, 19))
})
