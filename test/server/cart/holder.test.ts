import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { signCookie } from '#server/http/signed-cookies.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { Cart, CartAnswer } from '#shared/cart/cart.ts'
import { buildShopServer, listProducts, TestShopper } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const DAY_MS = 86_400_000
const ADDRESS = { first_name: 'Anna', country_code: 'us', city: 'Boston' }

const commerce = await sharedCommerce()
const app = await buildShopServer(commerce)
const secure = await buildShopServer(commerce, {
  PUBLIC_URL: 'https://shop.example',
  DATA_DIR: join(commerce.dataDir, 'holder-secure'),
})
t.teardown(() => Promise.all([app.close(), secure.close()]))
const [variantId = '', otherId = ''] = await listProducts(commerce, 12)

interface Held {
  shopper: TestShopper
  cart: Cart
}

async function shopperWithCart(server: FastifyInstance = app): Promise<Held> {
  const shopper = new TestShopper(server)
  const { id } = await shopper.openCart()
  await shopper.call('POST', `/api/carts/${id}/line-items`, { variant_id: variantId, quantity: 2 })
  const details = { email: 'anna@example.com', shipping_address: ADDRESS }
  return { shopper, cart: (await shopper.call<CartAnswer>('POST', `/api/carts/${id}`, details)).body.cart }
}

async function stored({ id }: Cart): Promise<object> {
  const fields =
    'id,email,locale,region_id,completed_at,updated_at,*items,*shipping_address,*promotions,*payment_collection'
  const { cart } = await commerce.store<{ cart: object }>(`/store/carts/${id}?fields=${fields}`)
  return cart
}

t.test("a visitor who knows a cart's id but does not hold it cannot change it", async (t) => {
  const { shopper, cart } = await shopperWithCart()
  const path = `/api/carts/${cart.id}`
  const line = `${path}/line-items/${cart.items[0]?.id}`
  const writes: [method: 'POST' | 'DELETE', path: string, body: object][] = [
    ['POST', `${path}/line-items`, { variant_id: otherId, quantity: 1 }],
    ['POST', line, { quantity: 1 }],
    ['DELETE', line, {}],
    ['POST', `${line}/remove`, {}],
    ['POST', path, { email: 'eve@example.com' }],
    ['POST', path, { shipping_address: { ...ADDRESS, city: 'Eveville' } }],
    ['POST', path, { promo_codes: ['WELCOME10'] }],
    ['POST', path, { region_id: 'reg_01ABC' }],
    ['POST', `${path}/shipping-methods`, { option_id: 'so_01ABC' }],
    ['POST', `${path}/payment-sessions`, { provider_id: 'pp_system_default' }],
    ['POST', `${path}/complete`, {}],
  ]
  const before = await stored(cart)
  const holderOfAnother = (await shopperWithCart()).shopper
  const forger = new TestShopper(app)
  forger.cookies.set('cart', `${cart.id}.t0000.${'A'.repeat(43)}`)
  const misuser = new TestShopper(app)
  misuser.cookies.set('cart', signCookie(app.cookieKey, 'flash', cart.id))
  for (const [index, stranger] of [new TestShopper(app), holderOfAnother, forger, misuser].entries()) {
    for (const [method, address, body] of writes) {
      const answer = await stranger.call<ApiError>(method, `${address}?lang=ru`, body)
      t.match(
        answer,
        { status: 403, body: { statusCode: 403, details: { reason: 'not_holder' } } },
        `${index} ${address}`,
      )
      t.match(answer.body.message, /корзин.*cookie/, 'and the visitor is told what to do')
    }
  }
  const english = await new TestShopper(app).call<ApiError>('POST', path, { email: 'eve@example.com' })
  t.match(english.body.message, /cookies/)
  const form = await new TestShopper(app).submit(`${path}/complete`, { return_to: '/en/checkout/confirming' })
  t.match(form, { status: 303, location: '/en/cart' }, 'a form is told on the page of the cart')

  const seen = await new TestShopper(app).call<CartAnswer>('GET', `${path}?lang=ru`)
  await new TestShopper(app).call('GET', `${path}/shipping-options?lang=ru`)
  await new TestShopper(app).call('POST', `${path}/recreate`, {})
  const guessed = await forger.call<CartAnswer>('GET', path)
  for (const { body } of [seen, guessed])
    for (const field of ['email', 'shipping_address', 'billing_address']) t.notOk(field in body.cart, field)
  t.same(await stored(cart), before, 'neither a refused write nor a read has changed anything')
  t.equal((await shopper.call('POST', line, { quantity: 1 })).status, 200, 'and the holder goes on')
})

t.test('a line of one cart cannot be changed or removed through another cart', async (t) => {
  const [owner, { shopper: stranger, cart }] = [await shopperWithCart(), await shopperWithCart()]
  const line = owner.cart.items[0]?.id ?? ''
  const through = `/api/carts/${cart.id}/line-items/${line}`
  t.match(await stranger.call('DELETE', through), { body: { cart: { id: cart.id } } })
  t.match(await stranger.call('POST', through, { quantity: 0 }), { status: 200 })
  t.match(await stranger.call('POST', through, { quantity: 1 }), { status: 404 })
  const { body } = await owner.shopper.call('GET', `/api/carts/${owner.cart.id}`)
  t.match(body, { cart: { items: [{ id: line, quantity: 2 }] } })
})

t.test('with an https public URL the cart cookie is secure and only that origin may write', async (t) => {
  const create = (origin: string) =>
    secure.inject({ method: 'POST', url: '/api/carts', headers: { host: '10.0.0.1:3000', origin }, payload: {} })
  const own = { name: '__Host-cart', path: '/', domain: undefined, httpOnly: true, secure: true, sameSite: 'Lax' }
  t.match((await create('https://shop.example')).cookies, [{ ...own, maxAge: 30 * 24 * 3600 }])
  for (const origin of ['http://shop.example', 'https://shop.example:8443', 'http://10.0.0.1:3000'])
    t.equal((await create(origin)).statusCode, 403, origin)
})

t.test('a cookie signed under one name is not accepted under another', async (t) => {
  const { cart } = await shopperWithCart()
  for (const name of ['flash', 'order', 'found_order', '__Host-cart']) {
    const visitor = new TestShopper(app)
    visitor.cookies.set('cart', signCookie(app.cookieKey, name, cart.id))
    t.same((await visitor.call('GET', '/api/carts/current')).body, { cart: null }, name)
  }
  const { shopper } = await shopperWithCart()
  shopper.cookies.set('order', shopper.cookies.get('cart') ?? '')
  t.equal((await shopper.call('GET', '/api/orders/current')).status, 404, 'that of a cart opens no order')
  const planted = new TestShopper(secure)
  planted.cookies.set('cart', signCookie(secure.cookieKey, 'cart', cart.id))
  t.same((await planted.call('GET', '/api/carts/current')).body, { cart: null }, 'a plain name is not ours over https')
  planted.cookies.set('cart', signCookie(secure.cookieKey, '__Host-cart', cart.id))
  t.same((await planted.call('GET', '/api/carts/current')).body, { cart: null })
})

t.test('the server expires cookies: thirty days after the last response, a found order after one day', async (t) => {
  const { shopper, cart } = await shopperWithCart()
  const cookie = shopper.cookies.get('cart') ?? ''
  const visit = async (days: number) => {
    const visitor = new TestShopper(app)
    visitor.cookies.set('cart', cookie)
    const now = Date.now() + days * DAY_MS
    const back = t.intercept(Date, 'now', { value: () => now })
    const answer = await visitor.call<CartAnswer>('GET', `/api/carts/${cart.id}`)
    back.restore()
    return { email: answer.body.cart.email, cookie: visitor.cookies.get('cart') }
  }
  const late = await visit(29.9)
  t.equal(late.email, 'anna@example.com')
  t.not(late.cookie, cookie, 'and begins anew')
  t.equal((await visit(30.1)).email, undefined)

  const finder = new TestShopper(app)
  const found = (hours: number) =>
    finder.cookies.set(
      'found_order',
      signCookie(app.cookieKey, 'found_order', 'order_01ABC', Date.now() - hours * 3_600_000),
    )
  found(23)
  t.match((await finder.call<ApiError>('GET', '/api/orders/found')).status, 404)
  const asked: string[] = []
  const readOrder = app.carts.readOrder
  t.intercept(app.carts, 'readOrder', { value: (id: string, reader: never) => (asked.push(id), readOrder(id, reader)) })
  await finder.call('GET', '/api/orders/found')
  t.same(asked, ['order_01ABC'])
  found(25)
  await finder.call('GET', '/api/orders/found')
  t.same(asked, ['order_01ABC'], 'an order that was found yesterday is looked for again')
})
