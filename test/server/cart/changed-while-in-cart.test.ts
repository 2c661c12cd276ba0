import t from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type { CartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import type { CheckoutData } from '#shared/checkout/checkout-data.ts'
import { LOCALE_COOKIE, type Locale } from '#shared/i18n/locale.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer, listProducts, TestShopper } from '#test/server/shop-server.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { addProductIn, addPromoCode, sellNowhere } from '#test/support/shop-changes.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce)
t.teardown(() => app.close())

const products = await listProducts(commerce, 3)
const pick = (index: number): string => products[index] ?? ''
const post = (path: string, body: object = {}) => commerce.admin(path, { method: 'POST', body })

/** Buys variants up to "Place order", and returns how to place it and the cart. */
async function readyToOrder(variantIds: readonly string[], codes: string[] = [], shipping_address = ADDRESS) {
  const shopper = new TestShopper(app)
  shopper.cookies.set('user_country', shipping_address.country_code.toUpperCase())
  const { body } = await shopper.call<CartAnswer>('POST', '/api/carts', {})
  const path = `/api/carts/${body.cart.id}`
  for (const variant_id of variantIds) await shopper.call('POST', `${path}/line-items`, { variant_id, quantity: 1 })
  await shopper.call('POST', path, { email: 'anna@example.com', shipping_address, promo_codes: codes })
  const choose = async () => {
    const { shipping_options: options } = (await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`))
      .body
    await shopper.call('POST', `${path}/shipping-methods`, { option_id: options[0]?.id })
    return options[0]?.id ?? ''
  }
  const pay = () => shopper.call('POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' })
  const option = await choose()
  await pay()
  const read = async () => await shopper.cart(path)
  return {
    shopper,
    option,
    choose,
    read,
    seen: await read(),
    order: () => shopper.call<ApiError & OrderAnswer>('POST', `${path}/complete`),
    async orderAgain() {
      await pay()
      return shopper.call<OrderAnswer>('POST', `${path}/complete`)
    },
    review: async () =>
      (await shopper.call<CheckoutData>('GET', '/api/carts/current/checkout?step=payment')).body.notice,
  }
}

const productOf = async (variantId: string): Promise<string> => {
  const found = await commerce.admin<{ variants: { product_id: string }[] }>(
    `/admin/product-variants?id=${variantId}&fields=product_id`,
  )
  return found.variants[0]?.product_id ?? ''
}

t.test('what is no longer sold leaves the cart with a sentence, and the rest can be ordered', async (t) => {
  const stops: Record<string, (variantId: string, productId: string) => Promise<unknown>> = {
    'its variant is deleted': (variantId, productId) =>
      commerce.admin(`/admin/products/${productId}/variants/${variantId}`, { method: 'DELETE' }),
    'the product is unpublished': (variantId) => sellNowhere(commerce, variantId),
    'it has no price': (variantId, productId) =>
      post(`/admin/products/${productId}/variants/${variantId}`, { prices: [] }),
    'it leaves the sales channel': async (_, productId) => {
      // With a single channel, Medusa sells every product.
      await post('/admin/sales-channels', { name: 'Wholesale' })
      const { sales_channels: channels } = await commerce.admin<{ sales_channels: { id: string }[] }>(
        '/admin/sales-channels',
      )
      for (const { id } of channels) await post(`/admin/sales-channels/${id}/products`, { remove: [productId] })
    },
  }
  for (const [what, stop] of Object.entries(stops)) {
    const variantId = await addProductIn(commerce, 'eur')
    const { order, orderAgain, read, seen } = await readyToOrder([variantId, pick(0)])
    t.equal(seen.items.length, 2)
    await stop(variantId, await productOf(variantId))
    t.match(
      await order(),
      { status: 409, body: { message: /^Piece .+ is no longer available, so we’ve removed it/ } },
      what,
    )
    t.strictSame(
      (await read()).items.map((line) => line.variant_id),
      [pick(0)],
      what,
    )
    t.equal((await orderAgain()).status, 200, what)
  }
})

t.test('a shopper whose page showed another price is told so, with and without JavaScript', async (t) => {
  const variant_id = await addProductIn(commerce, 'eur')
  const url = '/api/carts/current/line-items'
  const add = async (shown_price: string, locale: Locale = 'en') => {
    const [shopper, other] = [new TestShopper(app), new TestShopper(app)]
    for (const { cookies } of [shopper, other]) cookies.set('user_country', 'DE').set(LOCALE_COOKIE, locale)
    await other.submit(url, { variant_id, quantity: '1', shown_price })
    const { body } = await shopper.call<CartAnswer>('POST', url, { variant_id, quantity: 1, shown_price })
    t.equal(other.cookies.has('flash'), body.notice !== undefined, 'a form is answered on the next page')
    return body.notice
  }
  t.match(await add('8000 EUR'), /^The price of Piece .+ has changed from €80.00 to €100.00.$/)
  t.match(await add('8000 EUR', 'ru'), /Piece .+80,00\s€.+100,00\s€/)
  t.equal(await add('10000 EUR'), undefined)
  t.equal(await add('8000 USD'), undefined, 'prices of two currencies are not compared')
})

t.test('the review names what has changed, before anything is ordered', async (t) => {
  const variantId = await addProductIn(commerce, 'eur')
  const { order, orderAgain, review, seen } = await readyToOrder([variantId])
  t.equal(await review(), null, 'nothing without a change')
  const path = `/admin/products/${await productOf(variantId)}/variants/${variantId}`
  await post(path, { prices: [{ currency_code: 'eur', amount: 120 }] })
  t.match(await order(), {
    status: 409,
    body: { message: /^The price of Piece .+ has changed from €100.00 to €120.00.$/ },
  })
  const placed = await orderAgain()
  t.match(placed, { status: 200, body: { order: { total: seen.total + 2000 } } })

  const gone = await readyToOrder([variantId])
  await sellNowhere(commerce, variantId)
  t.match(await gone.review(), /^Piece .+ is no longer available/)
})

t.test(
  'a promotion that was deleted, has ended or is used up takes nothing off, and the shopper is told',
  async (t) => {
    await addPromoCode(commerce, 'Deleted10', 10)
    await addPromoCode(commerce, 'ENDS', 10, {
      campaign: { name: 'Ends', campaign_identifier: 'ends', starts_at: '2024-01-01', ends_at: '2100-01-01' },
    })
    await addPromoCode(commerce, 'ONCE', 10, { limit: 1 })
    const { promotions } = await commerce.admin<{ promotions: { id: string; code: string; campaign_id: string }[] }>(
      '/admin/promotions?limit=100&fields=id,code,campaign_id',
    )
    const promotion = (wanted: string) => promotions.find(({ code }) => code === wanted)

    const deleted = await readyToOrder([pick(0)], ['deleted10'])
    t.same(deleted.seen.promo_codes, ['Deleted10'], 'a code is found in whatever letters it was created or typed')
    await commerce.admin(`/admin/promotions/${promotion('Deleted10')?.id}`, { method: 'DELETE' })
    t.equal((await deleted.read()).items.length, 1, 'the cart can be read')
    t.match(await deleted.order(), { status: 409, body: { message: /^Your cart total has changed from €.+ to €/ } })
    t.match(await deleted.orderAgain(), { status: 200, body: { order: { discount_total: 0 } } })

    const ended = await readyToOrder([pick(0)], ['ENDS'])
    await post(`/admin/campaigns/${promotion('ENDS')?.campaign_id}`, { ends_at: '2024-02-01' })
    t.match(await ended.order(), { status: 409, body: { message: /^The promo code ENDS is no longer valid/ } })
    t.match(await ended.orderAgain(), { status: 200, body: { order: { discount_total: 0 } } })

    const [first, second] = [await readyToOrder([pick(0)], ['ONCE']), await readyToOrder([pick(0)], ['ONCE'])]
    t.equal((await first.order()).status, 200)
    t.match(await second.order(), { status: 409, body: { message: /^The promo code ONCE is no longer valid/ } })
    t.match(await second.orderAgain(), { status: 200, body: { order: { discount_total: 0 } } })
  },
)

t.test('a delivery method that is no longer offered is named, and another can be chosen', async (t) => {
  // Unpaid orders have reserved all that they may of the first product.
  const { option, order, choose, orderAgain } = await readyToOrder([pick(1)])
  await commerce.admin(`/admin/shipping-options/${option}`, { method: 'DELETE' })
  t.match(await order(), { status: 409, body: { message: /^Your delivery method is no longer available/ } })
  await choose()
  t.equal((await orderAgain()).status, 200)
})

t.test('a cart whose region or stock location was deleted is told why it cannot be ordered', async (t) => {
  const british = { ...ADDRESS, country_code: 'gb', postal_code: 'SW1A 1AA' }
  const [moved, gone] = [await readyToOrder([pick(2)], [], british), await readyToOrder([pick(2)])]
  await commerce.admin(`/admin/regions/${moved.seen.region_id}`, { method: 'DELETE' })
  t.match(await moved.order(), { status: 409, body: { message: /^We don’t sell in this country yet/ } })
  t.equal((await moved.read()).items.length, 1, 'the cart stays readable')

  const { stock_locations: locations } = await commerce.admin<{ stock_locations: { id: string }[] }>(
    '/admin/stock-locations',
  )
  for (const { id } of locations) await commerce.admin(`/admin/stock-locations/${id}`, { method: 'DELETE' })
  t.match(await gone.order(), { status: 409, body: { message: /^Your delivery method is no longer available/ } })
})
