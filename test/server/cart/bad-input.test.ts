import t, { type Test } from 'tap'

import { signCookie } from '#server/http/signed-cookies.ts'
import type { CartAnswer } from '#shared/cart/cart.ts'
import { buildShopServer, listVariants, TestShopper } from '#test/server/shop-server.ts'
import { startRecordingProxy } from '#test/support/recording-proxy.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { untilDeliveryIsRead } from '#test/support/until-delivery-is-read.ts'

const NUL = '\u0000'
const LONG = 'A'.repeat(65)

const commerce = await sharedCommerce()

const variants = await listVariants(commerce)
const variantId = variants.find((variant) => variant.inventory_quantity > 3)?.id

t.test('a malformed body is refused by field and never reaches Medusa', async (t) => {
  const { app, seen } = await openShop(t)
  const shopper = new TestShopper(app)
  const { body } = await shopper.call<CartAnswer>('POST', '/api/carts', {})
  const cart = `/api/carts/${body.cart.id}`
  seen.length = 0

  const refused: [string, object, string][] = [
    [cart, { shipping_address: { first_name: `Ada${NUL}`, country_code: 'US' } }, 'shipping_address.first_name'],
    [cart, { billing_address: { city: 'New\nYork' } }, 'billing_address.city'],
    [cart, { shipping_address: { first_name: 'Log in at https://evil.example' } }, 'shipping_address.first_name'],
    [cart, { billing_address: { company: 'WWW.evil.example' } }, 'billing_address.company'],
    [cart, { promo_codes: [`LAUNCH${NUL}`] }, 'promo_codes.0'],
    [cart, { region_id: `reg_${LONG}` }, 'region_id'],
    [`${cart}/line-items`, { variant_id: `variant_${LONG}`, quantity: 1 }, 'variant_id'],
    [`${cart}/line-items`, { variant_id: variantId, quantity: 100 }, 'quantity'],
    [`${cart}/line-items/${variantId}`, { quantity: 100 }, 'quantity'],
    [`${cart}/shipping-methods`, { option_id: `so_${LONG}` }, 'option_id'],
    ['/api/carts', { region_id: '../../admin' }, 'region_id'],
  ]
  for (const [path, sent, field] of refused) {
    const answer = await shopper.call<{ message: string }>('POST', path, sent)
    t.equal(answer.status, 400, JSON.stringify(sent).slice(0, 80))
    t.match(answer.body.message, field, 'and the field is named')
  }
  t.same(seen, [], 'so one visitor cannot make the backend look broken to all others')
})

t.test('a browser without a known region still gets a cart', async (t) => {
  const { app } = await openShop(t)
  t.match(await new TestShopper(app).call('POST', '/api/carts', { region_id: '' }), { status: 200 })
})

t.test('a signed cart cookie does not open an order', async (t) => {
  const { app, seen } = await openShop(t)
  const shopper = new TestShopper(app)
  await shopper.call('POST', '/api/carts', {})
  shopper.cookies.set('order', shopper.cookies.get('cart') ?? '')
  seen.length = 0
  t.match(await shopper.call('GET', '/api/orders/current'), { status: 404 })
  t.same(seen, [], 'and Medusa is not asked for it')

  shopper.cookies.set('cart', signCookie(app.cookieKey, 'flash', 'eyJtZXNzYWdlIjoieCJ9'))
  t.match(await shopper.call('GET', '/api/carts/current'), { status: 200, body: { cart: null } })
  t.same(seen, [], 'nor for what was signed as something else')
})

t.test('a line of one cart cannot be removed through another cart', async (t) => {
  const { app } = await openShop(t)
  const owner = new TestShopper(app)
  const stranger = new TestShopper(app)
  const owned = (await owner.call<CartAnswer>('POST', '/api/carts', {})).body.cart.id
  const other = (await stranger.call<CartAnswer>('POST', '/api/carts', {})).body.cart.id
  const added = await owner.call<CartAnswer>('POST', `/api/carts/${owned}/line-items`, {
    variant_id: variantId,
    quantity: 1,
  })
  const line = added.body.cart.items[0]?.id ?? ''

  t.match(await stranger.call('DELETE', `/api/carts/${other}/line-items/${line}`), { body: { cart: { id: other } } })
  t.match(await stranger.call('POST', `/api/carts/${other}/line-items/${line}`, { quantity: 0 }), { status: 200 })
  t.match(await stranger.call('POST', `/api/carts/${other}/line-items/${line}`, { quantity: 2 }), { status: 404 })
  t.match(await owner.call('GET', `/api/carts/${owned}`), { body: { cart: { items: [{ id: line, quantity: 1 }] } } })
})

async function openShop(t: Test) {
  const { url, seen } = await startRecordingProxy(t, commerce.medusaUrl)
  const app = await buildShopServer(commerce, { MEDUSA_URL: url })
  t.teardown(() => app.close())
  await untilDeliveryIsRead(app)
  return { app, seen }
}
