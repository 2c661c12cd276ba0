import { createServer } from 'node:http'

import t from 'tap'

import { signCookie } from '#server/http/signed-cookies.ts'
import type { CartAnswer } from '#shared/cart/cart.ts'
import { buildShopServer, listProducts, TestShopper } from '#test/server/shop-server.ts'
import { listenLocally } from '#test/support/listen-locally.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'
import { addPromoCode } from '#test/support/shop-changes.ts'

interface Refused {
  message: string
  details: { limit: string; retryAfterSeconds: number }
}

const commerce = await sharedCommerce()
const app = await buildShopServer(commerce)
t.teardown(() => app.close())
const [variantId = ''] = await listProducts(commerce, 12)
const bare = await openBareShop()

function shopperOf(cartId: string, address?: string): TestShopper {
  const shopper = new TestShopper(bare.shop, address)
  shopper.cookies.set('cart', signCookie(bare.shop.cookieKey, 'cart', cartId))
  return shopper
}

async function openCart(shopper: TestShopper): Promise<string> {
  return (await shopper.openCart()).id
}

async function completeCart(shopper: TestShopper): Promise<string> {
  return (await readyCart((...call) => shopper.call(...call), { variantId, email: 'ada@example.com' })).id
}

t.test('a script that writes without pause gets 429 with Retry-After, and no write is lost', async (t) => {
  const shopper = new TestShopper(app)
  const cartId = await openCart(shopper)
  const add = await shopper.call<CartAnswer>('POST', `/api/carts/${cartId}/line-items`, {
    variant_id: variantId,
    quantity: 2,
  })
  t.equal(add.status, 200)
  // Only this line is in the cart, because a write to a missing line is fast.
  const write = async (lang = 'en') =>
    shopper.call<Refused>('DELETE', `/api/carts/${cartId}/line-items/cali_01NOSUCHLINE?lang=${lang}`)
  for (let count = 2; count <= 80; count += 1) t.equal((await write()).status, 200, `write ${count}`)
  const refused = await write('ru')
  t.equal(refused.status, 429)
  const wait = Number(refused.headers['retry-after'])
  t.ok(wait > 0 && wait <= 60)
  t.match(refused.body, { statusCode: 429, details: { limit: 'writes to a cart', retryAfterSeconds: wait } })
  t.match(refused.body.message, new RegExp(`[а-я].*\\s${wait}\\sс`))
  t.match((await shopper.cart(`/api/carts/${cartId}`)).items, [{ quantity: 2 }])

  const other = new TestShopper(app, shopper.address)
  const path = `/api/carts/${await openCart(other)}/line-items`
  const answer = await other.call('POST', path, { variant_id: variantId, quantity: 1 })
  t.equal(answer.status, 200, 'another shopper of the same office goes on')
})

t.test('after ten wrong promotion codes in an hour, every code is refused, even a valid one', async (t) => {
  const shopper = new TestShopper(app)
  const cartId = await openCart(shopper)
  await shopper.call('POST', `/api/carts/${cartId}/line-items`, { variant_id: variantId, quantity: 1 })
  const code = `RIGHT${Date.now()}`
  await addPromoCode(commerce, code, 10)
  const enter = async (codes: string[], lang = 'en') =>
    shopper.call<Refused>('POST', `/api/carts/${cartId}?lang=${lang}`, { promo_codes: codes })
  t.equal((await enter([code])).status, 200, 'a code that works is not counted')
  for (let count = 1; count <= 10; count += 1) {
    t.match(await enter([`GUESS${count}`]), { status: 400, body: { message: new RegExp(`GUESS${count}`) } })
  }
  for (const guess of ['GUESS11', 'GUESS12']) {
    const refused = await enter([guess], 'ru')
    t.match(refused, {
      status: 429,
      body: { message: /промокод.*\s60\sмин/, details: { limit: 'wrong codes of a cart' } },
    })
    t.ok(Number(refused.headers['retry-after']) > 3500)
  }
  t.equal((await enter([code])).status, 200, 'what the cart has may stay')
  t.equal((await enter([])).status, 200, 'and may go')
  t.equal((await enter([code])).status, 429)
  const form = await shopper.submit('/api/carts/current', { promo_codes: code, return_to: '/en/cart' })
  t.match(form, { status: 303, location: '/en/cart' }, 'a form is told on its page')
  t.ok(shopper.cookies.has('flash'))

  const other = new TestShopper(app, shopper.address)
  const theirs = `/api/carts/${await openCart(other)}`
  await other.call('POST', `${theirs}/line-items`, { variant_id: variantId, quantity: 1 })
  t.equal((await other.call('POST', theirs, { promo_codes: [code] })).status, 200, 'a colleague uses a right code')

  // The limit also applies to the visitor's new carts.
  await countAlready('wrong codes of a visitor', 60, 50, shopper.address)
  const next = await openCart(shopper)
  t.match(await shopper.call('POST', `/api/carts/${next}`, { promo_codes: ['MORE'] }), {
    status: 429,
    body: { details: { limit: 'wrong codes of a visitor' } },
  })
})

t.test("repeated attempts to order a cart are rate limited, with a message in the shopper's language", async (t) => {
  const shopper = new TestShopper(app)
  const cartId = await completeCart(shopper)
  const order = async (lang = 'en', total = 1) =>
    shopper.call<Refused>('POST', `/api/carts/${cartId}/complete?lang=${lang}`, { total })
  await countAlready('orders of a cart', 30, 25, cartId)
  for (let attempt = 26; attempt <= 30; attempt += 1) t.equal((await order()).status, 409, `attempt ${attempt}`)
  const refused = await order('ru')
  t.equal(refused.status, 429)
  t.match(refused.body.message, /^Слишком много запросов/)
  t.match(refused.body.details, { limit: 'orders of a cart' })
  t.ok(Number(refused.headers['retry-after']) > 0 && Number(refused.headers['retry-after']) <= 3600)
  const form = await shopper.submit(`/api/carts/${cartId}/complete`, { return_to: '/ru/checkout/confirming' })
  t.match(form, { status: 303, location: '/ru/checkout/confirming' }, 'a form waits on its page')

  const other = new TestShopper(app, shopper.address)
  const answer = await other.call('POST', `/api/carts/${await openCart(other)}/complete`)
  t.equal(answer.status, 409, 'another cart of the same household is as free as before')
})

t.test('the payment attempts of a cart are limited, whatever else its requests break', async (t) => {
  const shopper = new TestShopper(app)
  const id = await completeCart(shopper)
  const pay = async () => {
    const broken = await shopper.call<Refused>('POST', `/api/carts/${id}`, { gift: { message: 'a\ud800b' } })
    t.match(broken, { status: 400, body: { message: /gift\.message/ } })
    const payload = { provider_id: 'pp_system_default' }
    return (await shopper.call('POST', `/api/carts/${id}/payment-sessions`, payload)).status
  }
  // The cart has a session already.
  await countAlready('payments of a cart', 20, 17, id)
  for (let attempt = 19; attempt <= 20; attempt += 1) t.equal(await pay(), 200, `attempt ${attempt}`)
  t.equal(await pay(), 429)
})

t.test('a cart has at most fifty lines, and the shopper is told', async (t) => {
  const shopper = shopperOf('cart_01FULL')
  const add = async (quantity: number) =>
    shopper.call<Refused>('POST', '/api/carts/current/line-items?lang=ru', { variant_id: variantId, quantity })
  t.match(await add(1), { status: 409, body: { message: /корзине уже 50\sразных/ } })
  t.same(bare.deleted, ['/store/carts/cart_01FULL/line-items/cali_01NEW'], 'Medusa has fifty again')
})

t.test('one IP address cannot create unlimited carts, and others are not affected', async (t) => {
  const open = async (remoteAddress: string) =>
    (await bare.shop.inject({ method: 'POST', url: '/api/carts', payload: {}, remoteAddress })).statusCode
  const recreate = async (cartId: string) => {
    const url = `/api/carts/${cartId}/recreate`
    return (await bare.shop.inject({ method: 'POST', url, payload: {}, remoteAddress: '203.0.113.7' })).statusCode
  }
  await countAlready('new carts of a visitor', 600, 595, '203.0.113.7', bare.shop)
  for (let madeUp = 0; madeUp < 10; madeUp += 1) t.equal(await recreate('cart_01NONE'), 404)
  for (let cart = 596; cart <= 600; cart += 1) t.equal(await open('203.0.113.7'), 400, `cart ${cart}`)
  t.equal(await open('203.0.113.7'), 429)
  t.equal(await recreate('cart_01ABC'), 429, 'nor by taking one along into the next')
  t.equal(await open('203.0.113.8'), 400)
})

t.test('four networks that order and recreate carts without end keep no other shopper waiting', async (t) => {
  for (let network = 1; network <= 4; network += 1)
    for (let cart = 0; cart < 4; cart += 1) {
      const shopper = shopperOf(`cart_01NONE${network}${cart}`, `198.51.100.${network}`)
      for (let time = 0; time < 80; time += 1) {
        await shopper.call('POST', '/api/carts/current/complete', {})
        await shopper.call('POST', `/api/carts/cart_01MADEUP/recreate`, {})
      }
    }
  const honest = shopperOf('cart_01ABC', '203.0.113.5')
  t.match(await honest.call('POST', '/api/carts/current/complete', {}), { status: 409, body: { message: /empty/ } })
  t.equal((await honest.call('POST', '/api/carts', {})).status, 400, 'this backend opens no cart')
})

t.test('order attempts during a backend outage do not count towards the limit', async (t) => {
  const away = await buildShopServer({ ...commerce, medusaUrl: 'http://127.0.0.1:9' })
  t.teardown(() => away.close())
  const shopper = new TestShopper(away)
  shopper.cookies.set('cart', signCookie(away.cookieKey, 'cart', 'cart_01ABC'))
  const ask = async () => (await shopper.call('POST', '/api/carts/cart_01ABC/complete')).status
  for (let attempt = 1; attempt <= 40; attempt += 1) t.equal(await ask(), 503, `attempt ${attempt}`)
})

/** Counts requests that were sent before, without sending them. @param key a cart or an address */
async function countAlready(name: string, max: number, times: number, key: string, shop = app): Promise<void> {
  const limit = shop.limit({ name, max, seconds: 3600 })
  for (let time = 0; time < times; time += 1) await limit.allows(key)
}

/**
 * A shop whose backend has a catalog and refuses every cart at once, because six hundred real carts take minutes. A line
 * is added to a cart that has fifty already.
 */
async function openBareShop() {
  const deleted: string[] = []
  const items = Array.from({ length: 50 }, (_, at) => ({ id: `cali_${at}`, variant_id: `variant_${at}`, quantity: 1 }))
  const full = { id: 'cart_01FULL', items: [...items, { id: 'cali_01NEW', variant_id: variantId, quantity: 1 }] }
  const server = createServer((request, response) => {
    if (request.method === 'DELETE') deleted.push(request.url?.split('?', 1)[0] ?? '')
    if (request.method === 'DELETE' || request.url?.includes('/cart_01FULL/line-items'))
      response.end(JSON.stringify({ cart: full, parent: full }))
    else if (request.method === 'POST') response.writeHead(400).end('{"message":"no"}')
    else if (request.url?.includes('/carts/cart_01ABC')) response.end('{"cart":{"id":"cart_01ABC","items":[]}}')
    else if (request.url?.includes('/carts/')) response.writeHead(404).end('{"message":"Cart not found"}')
    else response.writeHead(307, { location: `${commerce.medusaUrl}${request.url}` }).end()
  })
  const shop = await buildShopServer({ ...commerce, medusaUrl: await listenLocally(t, server) })
  t.teardown(() => shop.close())
  return { shop, deleted }
}
