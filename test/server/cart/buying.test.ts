import t from 'tap'

import { readOrderBooks } from '#server/orders/withdrawals/order-books.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { CartAnswer, PaymentProviderList, PaymentSessionAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import { lineKey } from '#shared/cart/line-key.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer, listVariants, TestShopper, variantOf } from '#test/server/shop-server.ts'
import { ADDRESS } from '#test/support/ready-cart.ts'
import { setStock } from '#test/support/shop-changes.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce, { UNPAID_ORDER_LIMITS: 'off' })
t.teardown(() => app.close())

const wellStocked = (await listVariants(commerce)).filter((variant) => variant.inventory_quantity >= 6)
const pick = (index: number): string => wellStocked[index]?.id ?? ''

async function openCart(): Promise<{ shopper: TestShopper; cartId: string; path: string }> {
  const shopper = new TestShopper(app)
  const { id } = await shopper.openCart()
  return { shopper, cartId: id, path: `/api/carts/${id}` }
}

async function shopperWith(variantId: string, quantity = 1) {
  const { shopper, cartId, path } = await openCart()
  await shopper.call('POST', `${path}/line-items`, { variant_id: variantId, quantity })
  return { shopper, cartId, path }
}

async function prepare(shopper: TestShopper, path: string): Promise<void> {
  await shopper.call('POST', path, { email: 'anna@example.com', shipping_address: ADDRESS })
  const { body } = await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`)
  await shopper.call('POST', `${path}/shipping-methods`, { option_id: body.shipping_options[0]?.id })
}

t.test('a shopper buys a product, and the back office has the same order to the cent', async (t) => {
  const { shopper, cartId } = await shopperWith(pick(0), 2)
  const moved = await shopper.call<CartAnswer>('POST', `/api/carts/${cartId}`, {
    email: ' anna@example.com ',
    shipping_address: ADDRESS,
    billing_address: { ...ADDRESS, first_name: 'Boris' },
  })
  t.equal(moved.body.cart.currency_code, 'EUR', 'delivery to Germany is at prices in euros')
  t.match(moved.body.notice, /Germany.*EUR/, 'and the shopper is told')
  t.match(moved.body.cart, {
    email: 'anna@example.com',
    shipping_address: ADDRESS,
    billing_address: { first_name: 'Boris' },
  })
  const [line] = moved.body.cart.items
  t.equal(line?.unit_price, (line?.original_unit_price ?? 0) * 0.6, 'the former price is in the new currency too')

  const options = await shopper.call<ShippingOptionList>('GET', `/api/carts/${cartId}/shipping-options`)
  const express = options.body.shipping_options.toSorted((a, b) => b.amount - a.amount)[0]
  t.match(express?.days, /^[A-Z][a-z]{2} \d+\s[A-Z][a-z]{2} – /, 'each method says when the order arrives')
  const chosen = await shopper.call<CartAnswer>('POST', `/api/carts/${cartId}/shipping-methods`, {
    option_id: express?.id,
  })
  t.equal(chosen.body.cart.shipping_total, express?.amount)
  t.equal(chosen.body.cart.total, chosen.body.cart.item_total + (express?.amount ?? 0))

  const providers = await shopper.call<PaymentProviderList>('GET', `/api/carts/${cartId}/payment-providers`)
  const [provider] = providers.body.payment_providers
  const session = await shopper.call<PaymentSessionAnswer>('POST', `/api/carts/${cartId}/payment-sessions`, {
    provider_id: provider?.id,
  })
  t.match(session.body, {
    payment_session: { provider_id: provider?.id, amount: chosen.body.cart.total },
    cart: { payment_collection: { id: /^pay_col_/ } },
  })

  const placed = await shopper.call<OrderAnswer>('POST', `/api/carts/${cartId}/complete`)
  t.equal(placed.status, 200)
  t.match(placed.body.order, { total: chosen.body.cart.total, currency_code: 'EUR', email: 'anna@example.com' })

  const { order } = await commerce.admin<{ order: { total: number; email: string; items: { quantity: number }[] } }>(
    `/admin/orders/${placed.body.order.id}?fields=total,email,items.quantity`,
  )
  t.equal(Math.round(order.total * 100), placed.body.order.total)
  t.match(order, { email: 'anna@example.com', items: [{ quantity: 2 }] })

  t.notOk(shopper.cookies.has('cart'), 'the cart is gone')
  t.same((await shopper.call('GET', '/api/carts/current')).body, { cart: null })
  const old = await shopper.call<CartAnswer>('GET', `/api/carts/${cartId}`)
  t.equal(old.body.cart.status, 'completed')
  t.notOk('email' in old.body.cart, 'a completed cart is nobody’s any more')

  const late = await shopper.call<ApiError>('POST', `/api/carts/${cartId}/line-items`, {
    variant_id: pick(1),
    quantity: 1,
  })
  t.match(late, { status: 409, body: { message: /already been placed/ } })

  const again = await shopper.call<OrderAnswer>('POST', `/api/carts/${cartId}/complete`)
  t.equal(again.body.order.id, placed.body.order.id, 'placing it twice gives the same order')

  const reread = await shopper.call<OrderAnswer>('GET', '/api/orders/current')
  t.match(reread.body.order, { id: placed.body.order.id, shipping_address: ADDRESS })
  const stranger = await new TestShopper(app).call<OrderAnswer>('GET', `/api/orders/${placed.body.order.id}`)
  t.equal(stranger.status, 200)
  for (const field of ['email', 'shipping_address', 'billing_address']) t.notOk(field in stranger.body.order, field)
})

t.test('an incomplete cart is not ordered, and the error names what is missing', async (t) => {
  const { shopper, path } = await openCart()
  const complete = () => shopper.call<ApiError>('POST', `${path}/complete`)
  t.match(await complete(), { status: 409, body: { message: 'Your cart is empty.' } })

  await shopper.call('POST', `${path}/line-items`, { variant_id: pick(1), quantity: 1 })
  const nameless = await complete()
  t.equal(nameless.status, 409)
  t.match(nameless.body.details, { fields: { email: /./, 'shipping_address.city': /./ } })

  await shopper.call('POST', path, { email: 'a@b.co', shipping_address: ADDRESS })
  t.match(await complete(), { status: 409, body: { message: /choose a delivery method/ } })

  await prepare(shopper, path)
  t.match(await complete(), { status: 402, body: { statusCode: 402, message: /choose a payment method/ } })
})

t.test('a product that another shopper bought meanwhile is named, and nothing is ordered', async (t) => {
  const variantId = pick(2)
  const { shopper, cartId, path } = await shopperWith(variantId, 2)
  await prepare(shopper, path)
  await shopper.call('POST', `/api/carts/${cartId}/payment-sessions`, { provider_id: 'pp_system_default' })
  await setStock(commerce, variantId, 1)
  const answer = await shopper.call<ApiError>('POST', `/api/carts/${cartId}/complete`)
  t.equal(answer.status, 409)
  t.match(answer.body.message, /^.+: only 1 left/)
  t.equal((await shopper.cart()).status, 'open')
})

t.test('the cart, the checkout and the order use the language of the request', async (t) => {
  const { shopper, cartId, path } = await shopperWith(pick(3))
  await prepare(shopper, path)
  const russian = await shopper.call<CartAnswer>('GET', `/api/carts/${cartId}?lang=ru`)
  const cyrillic = /^[^A-Za-z]*[А-я][^A-Za-z]*$/
  const [line] = russian.body.cart.items
  t.match(line, {
    title: cyrillic,
    product_title: cyrillic,
    color: cyrillic,
    variant: { product: { title: cyrillic } },
  })
  t.match(russian.body.cart.shipping_methods, [{ name: cyrillic }], 'the delivery method too')
  const options = await shopper.call<ShippingOptionList>('GET', `/api/carts/${cartId}/shipping-options?lang=ru`)
  t.ok(options.body.shipping_options.every(({ name }) => cyrillic.test(name)))
  const english = await shopper.call<CartAnswer>('GET', `/api/carts/${cartId}?lang=en`)
  t.match(english.body.cart.items, [{ title: /^[A-Za-zé -]+$/ }])
  t.match(english.body.cart.shipping_methods, [{ name: /^[A-Za-z ]+$/ }])

  await shopper.call('POST', `/api/carts/${cartId}/payment-sessions`, { provider_id: 'pp_system_default' })
  const placed = await shopper.call<OrderAnswer>('POST', `/api/carts/${cartId}/complete?lang=ru`)
  t.match(placed.body.order, { items: [{ title: cyrillic }], shipping_methods: [{ name: cyrillic }] })
  const reread = await shopper.call<OrderAnswer>('GET', '/api/orders/current?lang=en')
  t.match(reread.body.order.shipping_methods, [{ name: /^[A-Za-z ]+$/ }], 'whatever it was placed in')
  // No shipping options have been requested for this address yet.
  const afresh = await buildShopServer(commerce)
  t.teardown(() => afresh.close())
  const url = `/api/orders/${placed.body.order.id}?lang=ru`
  const elsewhere = (await afresh.inject({ url })).json<OrderAnswer>()
  t.match(elsewhere.order.shipping_methods, [{ name: cyrillic }])
})

t.test('a shopper without JavaScript buys through forms', async (t) => {
  const shopper = new TestShopper(app)
  const to = (path: string) => ({ return_to: path })
  const added = await shopper.submit('/api/carts/current/line-items', {
    variant_id: pick(4),
    quantity: '2',
    ...to('/ru/cart'),
  })
  t.match(added, { status: 303, location: '/ru/cart' })
  const cart = await shopper.cart()
  const lineId = cart.items[0]?.id ?? ''
  t.equal(cart.items[0]?.quantity, 2)

  await shopper.submit(`/api/carts/current/line-items/${lineId}`, { quantity: '1', ...to('/ru/cart') })
  const addressed = await shopper.submit('/api/carts/current', {
    email: 'anna@example.com',
    billing_same: 'on',
    ...Object.fromEntries(Object.entries(ADDRESS).map(([field, value]) => [`shipping_address.${field}`, value])),
    'shipping_address.phone': '',
    ...to('/ru/checkout#delivery'),
  })
  t.match(addressed, { status: 303, location: '/ru/checkout#delivery' })
  t.ok(shopper.cookies.has('flash'), 'the new currency is told on the next page')

  const options = await shopper.call<ShippingOptionList>('GET', '/api/carts/current/shipping-options')
  const optionId = options.body.shipping_options[0]?.id ?? ''
  await shopper.submit('/api/carts/current/shipping-methods', { option_id: optionId, ...to('/ru/checkout') })
  const ready = await shopper.cart()
  t.match(ready, { items: [{ quantity: 1 }], billing_address: { city: 'Berlin' }, shipping_address: { phone: '' } })

  const placed = await shopper.submit('/api/carts/current/complete', {
    provider_id: 'pp_system_default',
    ...to('/ru/checkout'),
  })
  t.match(placed, { status: 303, location: '/ru/order/confirmation' })
  t.match((await shopper.call<OrderAnswer>('GET', '/api/orders/current')).body.order, { email: 'anna@example.com' })
})

const RING = await variantOf(commerce, 'plain-wedding-band', 6)
const EARRINGS = await variantOf(commerce, 'round-stud-earrings', 6)

const linesOf = ({ cart }: CartAnswer) => cart.items.map(({ engraving, quantity }) => [engraving, quantity])

t.test('rings with different engravings are different lines, and equal ones are one', async (t) => {
  const { shopper, path } = await openCart()
  const add = (engraving?: string) =>
    shopper.call<CartAnswer>('POST', `${path}/line-items`, { variant_id: RING, quantity: 1, engraving })
  await add()
  await add('Anna ♥ Max')
  await add('  Anna  ❤️ Max ')
  const { body } = await add('Максим')
  t.same(linesOf(body), [
    [null, 1],
    ['Anna ♥ Max', 2],
    ['Максим', 1],
  ])

  await t.test('and each is changed and removed by its key', async (t) => {
    const key = lineKey(RING, 'Максим')
    const more = await shopper.call<CartAnswer>('POST', `${path}/line-items/${key}`, { quantity: 3 })
    t.same(linesOf(more.body).at(-1), ['Максим', 3])
    const less = await shopper.call<CartAnswer>('DELETE', `${path}/line-items/${RING}`)
    t.same(linesOf(less.body), [
      ['Anna ♥ Max', 2],
      ['Максим', 3],
    ])
    const again = await shopper.call<CartAnswer>('POST', `${path}/line-items/${lineKey(RING, 'New')}`, {
      quantity: 1,
      engraving: 'New',
    })
    t.same(linesOf(again.body).at(-1), ['New', 1], 'a line that is gone is made again')
    const unnamed = await shopper.call('POST', `${path}/line-items/${lineKey(RING, 'Other')}`, { quantity: 1 })
    t.equal(unnamed.status, 404, 'but not without its text')
  })

  await t.test('also after the cart was copied or has moved to another country', async (t) => {
    const before = (await shopper.call<CartAnswer>('GET', path)).body
    const moved = await shopper.call<CartAnswer>('POST', path, { shipping_address: ADDRESS })
    t.equal(moved.body.cart.currency_code, 'EUR')
    t.same(linesOf(moved.body), linesOf(before))
    const copied = await shopper.call<CartAnswer>('POST', `${path}/recreate`, {})
    t.same(linesOf(copied.body), linesOf(before))
  })
})

t.test('a text that cannot be engraved is refused in the language of the shopper', async (t) => {
  const { shopper, path } = await openCart()
  const refuse = async (engraving: unknown, lang = 'en', variantId = RING) => {
    const body = { variant_id: variantId, quantity: 1, engraving }
    const answer = await shopper.call<ApiError>('POST', `${path}/line-items?lang=${lang}`, body)
    t.equal(answer.status, 400, JSON.stringify(engraving)?.slice(0, 40))
    return answer.body.message
  }
  t.match(await refuse('Anna 😀 ©'), /^We can’t engrave 😀 and ©\./)
  t.match(await refuse('Anna 😀 ©', 'ru'), /^Не\sсможем\sвыгравировать:\s😀\sи\s©\./)
  t.match(await refuse('я'.repeat(500)), /has 500 characters, but .+ has room for 30/)
  t.match(await refuse('Anna', 'en', EARRINGS), /can’t be engraved/)
  await refuse('a'.repeat(5000))
  await refuse(7)
  await refuse({ text: 'Anna' })
  t.same(linesOf((await shopper.call<CartAnswer>('GET', path)).body), [], 'nothing was added')

  const { body } = await shopper.call<CartAnswer>('POST', `${path}/line-items`, {
    variant_id: RING,
    quantity: 1,
    engraving: ' \n ',
  })
  t.same(linesOf(body), [[null, 1]], 'an empty text is no engraving')
})

t.test('more rings of one variant than there are, in two lines, are not ordered', async (t) => {
  const { shopper, path } = await openCart()
  const stock = (await listVariants(commerce)).find(({ id }) => id === RING)?.inventory_quantity ?? 0
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: stock })
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: 1, engraving: 'One too many' })
  await prepare(shopper, path)
  await shopper.call('POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' })
  const { status, body } = await shopper.call<ApiError>('POST', `${path}/complete`, {})
  t.equal(status, 409)
  t.match(body.message, new RegExp(`only ${stock} left`))
})

t.test('an order keeps the text, and only what is not engraved can be withdrawn', async (t) => {
  const { shopper, path } = await openCart()
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: 1 })
  await shopper.call('POST', `${path}/line-items`, { variant_id: RING, quantity: 1, engraving: 'Anna' })
  await prepare(shopper, path)
  await shopper.call('POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' })
  const { body } = await shopper.call<OrderAnswer>('POST', `${path}/complete`, {})
  t.same(body.order.items.map(({ engraving }) => engraving ?? '').toSorted(), ['', 'Anna'])
  const { lines } = await readOrderBooks(app.backend, body.order.id)
  const bespoke = lines.filter(({ isBespoke }) => isBespoke).map(({ id }) => id)
  t.same(
    bespoke,
    body.order.items.filter(({ engraving }) => engraving).map(({ id }) => id),
  )
})
