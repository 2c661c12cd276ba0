import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import t from 'tap'

import { takeFlash } from '#server/http/forms/flash.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { CartAnswer, LineItem } from '#shared/cart/cart.ts'
import type { Flash } from '#shared/shop-data.ts'
import { buildShopServer, listVariants, TestShopper } from '#test/server/shop-server.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const commerce = await sharedCommerce()
const proxy = await startBreakingProxy(t, commerce.medusaUrl)
const app = await buildShopServer({ ...commerce, medusaUrl: proxy.url })
t.teardown(() => app.close())

const variants = await listVariants(commerce)
const withStock = (fits: (quantity: number) => boolean, index = 0): { id: string; stock: number } => {
  const found = variants.filter(({ inventory_quantity: quantity }) => fits(quantity))[index]
  if (!found) throw new Error('the sample shop has no such stock')
  return { id: found.id, stock: found.inventory_quantity }
}
const plenty = withStock((quantity) => quantity >= 6)
const few = withStock((quantity) => quantity >= 2 && quantity <= 4)
const none = withStock((quantity) => quantity === 0)

async function newShopper(): Promise<{ shopper: TestShopper; cartId: string; lines: string }> {
  const shopper = new TestShopper(app)
  const { body } = await shopper.call<CartAnswer>('POST', '/api/carts', {})
  return { shopper, cartId: body.cart.id, lines: `/api/carts/${body.cart.id}/line-items` }
}

/** @returns the paths of the backend's cart and order calls during the action */
async function askedOf(backendCalls: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = []
  const note = (message: unknown): void => {
    const { path } = (message as { request: { path: string } }).request
    if (!path.startsWith('/store/products')) paths.push(path)
  }
  subscribe('undici:request:create', note)
  await backendCalls()
  unsubscribe('undici:request:create', note)
  return paths
}

const only = (answer: { body: CartAnswer }): LineItem => {
  const [line] = answer.body.cart.items
  if (!line || answer.body.cart.items.length > 1) throw new Error('the cart should hold one line')
  return line
}

t.test('a shopper adds a product, sets its quantity and removes it', async (t) => {
  const { shopper, cartId, lines } = await newShopper()
  const added = await shopper.call<CartAnswer>('POST', lines, { variant_id: plenty.id, quantity: 1 })
  const line = only(added)
  t.match(added.headers, { 'cache-control': 'no-store' })
  t.match(line, { cart_id: cartId, variant_id: plenty.id, quantity: 1, total: line.unit_price })
  t.equal(line.unit_price, line.original_unit_price * 0.6)

  const again = await shopper.call<CartAnswer>('POST', lines, { variant_id: plenty.id, quantity: 2 })
  t.equal(only(again).quantity, 3, 'adding raises')
  const set = await shopper.call<CartAnswer>('POST', `${lines}/${line.id}`, { quantity: 2 })
  t.match(set.body.cart, { items: [{ quantity: 2 }], item_total: line.unit_price * 2, total: line.unit_price * 2 })

  const removed = await shopper.call<CartAnswer>('DELETE', `${lines}/${line.id}`)
  t.same(removed.body.cart.items, [])
  const removedAgain = await shopper.call<CartAnswer>('DELETE', `${lines}/${line.id}`)
  t.equal(removedAgain.status, 200, 'a piece that is gone already is no error')

  const back = only(await shopper.call<CartAnswer>('POST', lines, { variant_id: plenty.id, quantity: 1 }))
  const zero = await shopper.call<CartAnswer>('POST', `${lines}/${back.id}`, { quantity: 0 })
  t.same(zero.body.cart.items, [], 'quantity 0 takes it out')
})

t.test('a quantity beyond stock is clamped, and the shopper is told in their language', async (t) => {
  const { shopper, lines } = await newShopper()
  const added = await shopper.call<CartAnswer>('POST', lines, { variant_id: few.id, quantity: 50 })
  const line = only(added)
  t.equal(line.quantity, few.stock)
  t.equal(added.body.notice, `${line.title}: only ${few.stock} left, so your cart now has ${few.stock}.`)

  const more = await shopper.call<CartAnswer>('POST', lines, { variant_id: few.id, quantity: 1 })
  t.match(more, { status: 200, body: { notice: /already in your cart/ } })
  t.equal(only(more).quantity, few.stock)

  await shopper.call('POST', `${lines}/${line.id}`, { quantity: 1 })
  const set = await shopper.call<CartAnswer>('POST', `${lines}/${line.id}?lang=ru`, { quantity: 99 })
  t.equal(only(set).quantity, few.stock)
  t.match(set.body.notice, only(set).title)
  t.notMatch(set.body.notice, /[A-Za-z]/, 'not a word of English')
})

t.test('a sold-out product is refused by name, and the cart is unchanged', async (t) => {
  const { shopper, lines } = await newShopper()
  await shopper.call('POST', lines, { variant_id: plenty.id, quantity: 1 })
  const refused = await shopper.call<ApiError>('POST', lines, { variant_id: none.id, quantity: 1 })
  t.match(refused, { status: 409, body: { statusCode: 409, message: /^[A-Z].+ is sold out\.$/ } })
  t.equal(only(await shopper.call<CartAnswer>('GET', '/api/carts/current')).variant_id, plenty.id)
})

t.test('a late or repeated request of the page changes nothing', async (t) => {
  const { shopper, lines } = await newShopper()
  const key = plenty.id
  const set = (operation: string, number: number, base: number, quantity: number) =>
    shopper.call<CartAnswer>('POST', `${lines}/${key}`, { base, quantity, write: { operation, number } })
  const quantityAfter = async (...write: Parameters<typeof set>) => only(await set(...write)).quantity

  t.equal(await quantityAfter('a', 2, 0, 2), 2)
  t.equal(await quantityAfter('a', 2, 0, 2), 2, 'sent again')
  t.equal(await quantityAfter('a', 1, 0, 1), 2, 'overtaken')
  t.equal(await quantityAfter('a', 3, 0, 3), 3, 'three were wanted, and not three more')
  t.equal(await quantityAfter('b', 4, 2, 3), 4, 'another page adds one to the two that it shows')
  t.equal(await quantityAfter('c', 5, 4, 2), 2)
  t.same((await set('d', 8, 2, 0)).body.cart.items, [])
  t.same((await set('d', 7, 2, 3)).body.cart.items, [], 'what was removed does not come back')
  t.equal(await quantityAfter('e', 9, 2, 3), 3, 'a line that is gone gets the quantity that the page shows')

  const sold = (number: number, variantId: string) =>
    shopper.call<CartAnswer>('POST', `${lines}/${variantId}`, {
      base: 0,
      quantity: 1,
      write: { operation: 'f', number },
    })
  t.equal((await sold(12, none.id)).status, 409)
  t.equal((await sold(11, few.id)).body.cart.items.length, 2, 'a refused request does not block an earlier one')
})

t.test('a malformed id is not found, and the backend is not called', async (t) => {
  const { shopper, cartId } = await newShopper()
  const bad = ['../../admin/users', 'cart_1/../x', 'cart_', 'order_1', 'cart_é', `cart_${'a'.repeat(80)}`, 'current%2f']
  const calls = await askedOf(async () => {
    for (const id of bad) {
      const at = encodeURIComponent(id)
      for (const answer of [
        await shopper.call<ApiError>('GET', `/api/carts/${at}`),
        await shopper.call<ApiError>('POST', `/api/carts/${at}/complete`),
        await shopper.call<ApiError>('POST', `/api/carts/${cartId}/line-items/${at}`, { quantity: 1 }),
        await shopper.call<ApiError>('DELETE', `/api/carts/${cartId}/line-items/${at}`),
        await new TestShopper(app).call<ApiError>('GET', `/api/orders/${id === 'order_1' ? 'cart_1' : at}`),
      ]) {
        t.match(answer, { status: 404, body: { statusCode: 404, message: /./ } }, id)
      }
    }
  })
  t.same(calls, [])
})

t.test('a cart, line or order that does not exist is not found', async (t) => {
  const { shopper, cartId } = await newShopper()
  t.equal((await shopper.call('GET', '/api/carts/cart_01ARZ3NDEKTSV4RRFFQ69G5FAV')).status, 404)
  t.equal((await shopper.call('GET', '/api/orders/order_01ARZ3NDEKTSV4RRFFQ69G5FAV')).status, 404)
  const line = `/api/carts/${cartId}/line-items/cali_01ARZ3NDEKTSV4RRFFQ69G5FAV`
  t.equal((await shopper.call('POST', line, { quantity: 1 })).status, 404)
  t.match(await new TestShopper(app).call('GET', '/api/carts/current'), { status: 200, body: { cart: null } })
  t.equal((await new TestShopper(app).call('GET', '/api/orders/current')).status, 404)
})

t.test('a body that violates its schema is refused with the name of the field', async (t) => {
  const { shopper, cartId, lines } = await newShopper()
  const cases: [string, object, string][] = [
    [lines, { variant_id: plenty.id, quantity: 0 }, 'quantity'],
    [lines, { variant_id: plenty.id, quantity: '1' }, 'quantity'],
    [lines, { variant_id: '../x', quantity: 1 }, 'variant_id'],
    [lines, { variant_id: plenty.id, quantity: 1, unit_price: 1 }, 'unit_price'],
    [lines, { quantity: 1 }, 'variant_id'],
    [`/api/carts/${cartId}`, { total: 1 }, 'total'],
    [`/api/carts/${cartId}`, { shipping_address: { planet: 'Mars' } }, 'shipping_address.planet'],
    [`/api/carts/${cartId}`, { shipping_address: { first_name: 'Ada\0', country_code: 'US' } }, 'first_name'],
    [`/api/carts/${cartId}`, { shipping_address: { first_name: 'Log in at https://evil.example' } }, 'first_name'],
    [`/api/carts/${cartId}`, { billing_address: { company: 'WWW.evil.example' } }, 'billing_address.company'],
    [`/api/carts/${cartId}`, { promo_codes: ['LAUNCH\0'] }, 'promo_codes.0'],
    [`/api/carts/${cartId}`, { region_id: `reg_${'A'.repeat(65)}` }, 'region_id'],
    [lines, { variant_id: plenty.id, quantity: 100 }, 'quantity'],
    ['/api/carts', { region_id: '../../admin' }, 'region_id'],
    [`/api/carts/${cartId}/shipping-methods`, { option_id: 'x' }, 'option_id'],
    [`/api/carts/${cartId}/payment-sessions`, { provider_id: 'stripe' }, 'provider_id'],
  ]
  const calls = await askedOf(async () => {
    for (const [url, body, field] of cases) {
      const answer = await shopper.call<ApiError>('POST', url, body)
      t.equal(answer.status, 400, JSON.stringify(body))
      t.match(answer.body, { statusCode: 400, message: field }, field)
    }
  })
  t.same(calls, [], 'so one visitor cannot make the backend look broken to all others')
})

t.test('an impossible change is refused with a message', async (t) => {
  const { shopper, cartId } = await newShopper()
  const post = (path: string, body: object) => shopper.call<ApiError>('POST', `/api/carts/${cartId}${path}`, body)
  t.match(await post('', { email: 'a@b' }), {
    status: 400,
    body: { message: /valid email/, details: { fields: { email: /./ } } },
  })
  t.match(await post('', { email: 'анна@почта.рф' }), { status: 400, body: { message: /valid email/ } })
  t.match(await post('', { shipping_address: { country_code: 'ZZ' } }), {
    status: 400,
    body: { message: /don’t deliver/ },
  })
  t.match(await post('', { region_id: 'reg_01ARZ3NDEKTSV4RRFFQ69G5FAV' }), { status: 400 })
  t.match(await post('', { promo_codes: ['NOSUCHCODE'] }), { status: 400, body: { message: /code/ } })
  t.match(await post('/shipping-methods', { option_id: 'so_01ARZ3NDEKTSV4RRFFQ69G5FAV' }), { status: /^40[04]$/ })
  t.match(await post('/payment-sessions', { provider_id: 'pp_stripe_stripe' }), {
    status: 400,
    body: { message: /payment method/ },
  })
  const unsold = await post('/line-items', { variant_id: 'variant_01ARZ3NDEKTSV4RRFFQ69G5FAV', quantity: 1 })
  t.match(unsold, { status: /^40[04]$/, body: { message: /no longer available/ } })
})

t.test('a page of another site cannot change a cart or send a form', async (t) => {
  const { cartId, shopper } = await newShopper()
  const cookie = `cart=${shopper.cookies.get('cart')}`
  const send = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/api/carts/${cartId}`,
      headers: { host: 'shop.example', cookie, ...headers },
      payload: {},
    })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://a.shop.example' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const url of ['contact', 'email-subscribe', 'back-in-stock', 'drop-a-hint', 'consent', 'visitor/country']) {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const answer = await app.inject({ method: 'POST', url: `/api/${url}`, headers, payload: {} })
    t.match([answer.statusCode, answer.cookies], [403, []], url)
  }
  for (const headers of foreign) {
    const answer = await send(headers)
    t.equal(answer.statusCode, 403, JSON.stringify(headers))
    t.match(answer.json(), { statusCode: 403, message: /didn’t come from our shop/ })
  }
  const own: Record<string, string>[] = [
    {},
    { origin: 'http://shop.example' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
  ]
  for (const headers of own) t.equal((await send(headers)).statusCode, 200, JSON.stringify(headers))
})

t.test('a refused form redirects to its page with the typed values, and never to another site', async (t) => {
  const shopper = new TestShopper(app)
  const refused = await shopper.submit('/api/carts/current/line-items', {
    variant_id: none.id,
    quantity: '1',
    return_to: '/ru/shop/product/x?from=1',
  })
  t.match(refused, { status: 303, location: '/ru/shop/product/x?from=1' })
  t.match(await flashOf(shopper), { message: /[А-я]/, values: { variant_id: none.id, quantity: '1' } })

  const typed = await shopper.submit('/api/carts/current', {
    email: 'not an address',
    'shipping_address.city': 'Санкт-Петербург',
    return_to: '/en/checkout',
  })
  t.equal(typed.location, '/en/checkout')
  t.match(await flashOf(shopper), {
    message: 'Please enter a valid email address.',
    fields: { email: /./ },
    values: { email: 'not an address', 'shipping_address.city': 'Санкт-Петербург' },
  })

  for (const away of ['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', 'evil', '']) {
    const { location } = await shopper.submit('/api/carts/current/line-items', {
      variant_id: plenty.id,
      quantity: '1',
      return_to: away,
    })
    t.equal(location, '/en/cart', JSON.stringify(away))
  }
})

t.test('a shopper without JavaScript removes a product through either form', async (t) => {
  const shopper = new TestShopper(app)
  const forms: { path: string; fields: Record<string, string> }[] = [
    { path: '/remove', fields: {} },
    { path: '', fields: { _method: 'delete' } },
    { path: '', fields: { quantity: '0' } },
  ]
  for (const form of forms) {
    await shopper.submit('/api/carts/current/line-items', { variant_id: plenty.id, quantity: '1' })
    const line = only(await shopper.call<CartAnswer>('GET', '/api/carts/current'))
    const answer = await shopper.submit(`/api/carts/current/line-items/${line.id}${form.path}`, form.fields)
    t.match(answer, { status: 303, location: '/en/cart' })
    t.same((await shopper.cart()).items, [])
  }
})

async function flashOf(shopper: TestShopper): Promise<Flash | null> {
  const cookie = shopper.cookies.get('flash') ?? ''
  const request = { cookies: { flash: cookie }, server: app }
  return takeFlash(request as never, { clearCookie: () => undefined, server: app, request } as never)
}

t.test("the region is that of the visitor's known country", async (t) => {
  const shopper = new TestShopper(app)
  const usual = await shopper.call<{ currency_code: string }>('GET', '/api/region/current')
  t.match(usual.body, { regionId: /^reg_/, currency_code: 'USD' })
  t.same((await shopper.call('GET', '/api/ip-location')).body, {})
  shopper.cookies.set('user_country', 'IL')
  t.match((await shopper.call('GET', '/api/region/current')).body, { currency_code: 'ILS' })
  const located = await shopper.call('GET', '/api/ip-location')
  t.same(located.body, { countryCode: 'IL' })
  t.match(located.headers, {
    'cache-control': 'no-store',
    'set-cookie': /^user_country=IL; Max-Age=2592000; Path=\/; SameSite=Lax$/,
  })
  const { body } = await shopper.call<CartAnswer>('POST', '/api/carts', {})
  t.equal(body.cart.currency_code, 'ILS', 'and a cart begins there')
  t.equal((await shopper.call('POST', '/api/carts', { region_id: '' })).status, 200, 'also before its region is known')
})

t.test(
  'during a backend outage the shopper reads that nothing was lost, and the cart returns afterwards',
  async (t) => {
    const { shopper, lines } = await newShopper()
    await shopper.call('POST', lines, { variant_id: plenty.id, quantity: 1 })
    await proxy.goAway()
    for (const lang of ['en', 'ru']) {
      const answer = await shopper.call<ApiError>('POST', `${lines}?lang=${lang}`, {
        variant_id: plenty.id,
        quantity: 1,
      })
      t.match(answer, {
        status: 503,
        body: { statusCode: 503, message: lang === 'en' ? /Nothing has been lost/ : /[А-я]/ },
      })
    }
    const form = await shopper.submit('/api/carts/current/line-items', {
      variant_id: plenty.id,
      quantity: '1',
      return_to: '/en/cart',
    })
    t.equal(form.status, 303)
    t.match(await flashOf(shopper), { message: /Nothing has been lost/ })

    await proxy.comeBack()
    const deadline = Date.now() + 10_000
    let answer = await shopper.call<CartAnswer>('GET', '/api/carts/current')
    while (answer.status === 503 && Date.now() < deadline)
      answer = await shopper.call<CartAnswer>('GET', '/api/carts/current')
    t.equal(only(answer).quantity, 1)
  },
)
