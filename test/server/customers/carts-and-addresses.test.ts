import t from 'tap'

import type { Cart } from '#shared/cart/cart.ts'
import type { SavedAddress } from '#shared/checkout/saved-details.ts'
import { createHttpShopper, type HttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { ordersOf } from '#test/support/orders.ts'
import { ADDRESS, readyCart } from '#test/support/ready-cart.ts'
import { makeLink, signInByLink } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

import { listProducts } from '../shop-server.ts'

const mailServer = await openMailServer(t)
const {
  app,
  commerce,
  url: origin,
} = await startOwnShop(t, {
  env: mailServer.env,
})
const [ring = '', band = '', pendant = ''] = await listProducts(commerce, 5)

const signIn = async (email: string, shopper?: HttpShopper) => signInByLink({ origin, mailServer }, email, shopper)

/** Signs in a new browser without an email, which the limits of links would count. */
async function open(email: string): Promise<HttpShopper> {
  const shopper = createHttpShopper()
  const link = { token: await makeLink(app, { email }), email }
  t.equal((await shopper.call(origin, 'POST', '/api/account/sign-in-link/use', link)).status, 200)
  return shopper
}

async function add(shopper: HttpShopper, variantId: string, quantity: number): Promise<Cart> {
  const body = { variant_id: variantId, quantity }
  const answer = await shopper.call(origin, 'POST', '/api/carts/current/line-items', body)
  t.equal(answer.status, 200)
  return (answer.body as { cart: Cart }).cart
}

async function cartOf(shopper: HttpShopper): Promise<Cart | null> {
  const { body } = await shopper.call(origin, 'GET', '/api/carts/current')
  return (body as { cart: Cart | null }).cart
}

async function sendDetails(shopper: HttpShopper, changes: Partial<typeof ADDRESS> = {}) {
  const { status, body } = await shopper.call(origin, 'POST', '/api/carts/current', {
    step: 'details',
    email: 'keeper@shopper.example',
    shipping_address: { ...ADDRESS, ...changes },
    save_address: true,
  })
  const { cart, notice } = body as { cart: Cart; notice?: string }
  return { status, notice, city: cart.shipping_address?.city }
}

const quantities = (cart: Cart | null) =>
  Object.fromEntries((cart?.items ?? []).map((line) => [line.variant_id, line.quantity]))

t.test('the cart of a guest belongs to the customer after the sign-in, in every browser', async (t) => {
  const phone = createHttpShopper()
  const { id } = await add(phone, ring, 1)
  const { notice } = await signIn('carts@shopper.example', phone)
  t.equal(notice, undefined, 'there is nothing to tell about one cart')
  t.equal((await cartOf(phone))?.id, id)

  const { shopper: laptop } = await signIn('carts@shopper.example')
  t.equal((await cartOf(laptop))?.id, id)
})

t.test('two carts become one with the quantities of both, and the customer is told', async (t) => {
  const phone = createHttpShopper()
  await add(phone, ring, 1)
  const { id } = await add(phone, band, 1)
  await signIn('two@shopper.example', phone)

  const laptop = createHttpShopper()
  await add(laptop, ring, 2)
  await add(laptop, pendant, 1)
  const { notice } = await signIn('two@shopper.example', laptop)
  t.match(notice, /combined this cart with the one saved in your account/)
  const cart = await cartOf(laptop)
  t.equal(cart?.id, id)
  t.same(quantities(cart), { [ring]: 3, [band]: 1, [pendant]: 1 })

  await signIn('two@shopper.example', laptop)
  t.same(quantities(await cartOf(laptop)), { [ring]: 3, [band]: 1, [pendant]: 1 }, 'nothing is added twice')
})

t.test('after the sign-out the browser has a new empty cart, and the next sign-in finds the old one', async (t) => {
  const { shopper } = await signIn('leaves@shopper.example')
  const { id } = await add(shopper, ring, 1)
  await shopper.call(origin, 'POST', '/api/account/sign-out', {})
  t.equal(await cartOf(shopper), null)
  t.match(await shopper.call(origin, 'GET', `/api/carts/${id}`), { status: 200, body: { cart: null } })
  t.equal((await shopper.call(origin, 'POST', `/api/carts/${id}/recreate`, {})).status, 404)

  const guest = await add(shopper, band, 1)
  t.not(guest.id, id)
  await signIn('leaves@shopper.example', shopper)
  t.same(quantities(await cartOf(shopper)), { [ring]: 1, [band]: 1 })
})

t.test('a cart cookie that arrives after the sign-out opens nothing', async (t) => {
  const { shopper } = await signIn('late@shopper.example')
  const { id } = await add(shopper, ring, 1)
  // The cart is read, and the customer signs out before the response arrives.
  const late = (await shopper.open(`${origin}/api/carts/${id}`)).headers.getSetCookie()
  await shopper.call(origin, 'POST', '/api/account/sign-out', {})
  const cookie = late.map((line) => line.split(';')[0]).join('; ')
  t.match(cookie, /^cart=/)
  const read = await fetch(`${origin}/api/carts/current`, { headers: { cookie } })
  t.same(await read.json(), { cart: null })
  t.same(await (await fetch(`${origin}/api/carts/${id}`, { headers: { cookie } })).json(), { cart: null })
})

t.test('after signing out everywhere, the other device has neither the session nor the cart', async (t) => {
  const { shopper: phone } = await signIn('everywhere@shopper.example')
  const { shopper: laptop } = await signIn('everywhere@shopper.example')
  await add(laptop, ring, 1)
  const asked = { username: 'everywhere@shopper.example' }
  t.equal((await phone.call(origin, 'POST', '/api/account/sessions', asked)).status, 200)
  const page = await laptop.open(`${origin}/en/account`)
  t.match(page.headers.get('location'), '/en/account/sign-in')
  t.equal(await cartOf(laptop), null)
})

t.test('cookies copied from a customer open neither the cart nor the order once the session has ended', async (t) => {
  const email = 'robbed@shopper.example'
  const [phone, laptop] = [await open(email), await open(email)]
  const callShop: Parameters<typeof readyCart>[0] = async (...args) => laptop.call(origin, ...args)
  const ordered = await readyCart(callShop, { variantId: pendant, email })
  t.equal((await laptop.call(origin, 'POST', `/api/carts/${ordered.id}/complete`, {})).status, 200)
  const { id } = await add(laptop, ring, 1)
  const thief = createHttpShopper()
  const copied = [...laptop.cookies]
  const statuses = async (session?: string) => {
    thief.cookies.clear()
    for (const [name, value] of copied) thief.cookies.set(name, value)
    if (session) thief.cookies.set('customer', session)
    const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await thief.call(origin, method, `/api/${path}`, body)).status
    const read = await thief.call(origin, 'GET', `/api/carts/${id}`)
    return [
      (read.body as { cart: Cart | null }).cart !== null,
      await ask('POST', `carts/${id}`, { email: 'thief@shopper.example' }),
      await ask('GET', 'orders/current'),
    ]
  }
  t.same(await statuses(), [true, 200, 200], 'while the session lasts, they are as good as the customer’s')
  t.equal((await phone.call(origin, 'POST', '/api/account/sessions', {})).status, 200)
  const stranger = await open('thief@shopper.example')
  for (const session of [undefined, stranger.cookies.get('customer')])
    t.same(
      await statuses(session),
      [false, 403, 404],
      session ? 'nor next to a session of another customer' : 'nor alone',
    )
})

t.test('a second customer in the same browser gets nothing of the first one', async (t) => {
  const { shopper } = await signIn('first@shopper.example')
  const { id } = await add(shopper, ring, 1)
  await signIn('second@shopper.example', shopper)
  t.equal(await cartOf(shopper), null)
  await add(shopper, band, 1)
  await signIn('first@shopper.example', shopper)
  const cart = await cartOf(shopper)
  t.equal(cart?.id, id)
  t.same(quantities(cart), { [ring]: 1 })
})

t.test('a signed-in customer who orders with another address finds the order in the account', async (t) => {
  const { shopper } = await signIn('payer@shopper.example')
  const callShop: Parameters<typeof readyCart>[0] = async (...args) => shopper.call(origin, ...args)
  const cart = await readyCart(callShop, { variantId: ring, email: 'office@shopper.example' })
  t.match(await shopper.call(origin, 'POST', `/api/carts/${cart.id}/complete`, {}), { status: 200 })
  const [order] = await ordersOf(commerce, 'office@shopper.example')
  t.match((await shopper.call(origin, 'GET', '/api/account/orders')).body, { orders: [{ id: order?.id }] })

  const next = await add(shopper, band, 1)
  t.not(next.id, cart.id, 'the next cart is a new one')
  const { shopper: laptop } = await signIn('payer@shopper.example')
  t.equal((await cartOf(laptop))?.id, next.id)
})

t.test('a customer saves, changes and deletes addresses, and checkout begins with the default one', async (t) => {
  const { shopper } = await signIn('addresses@shopper.example')
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await shopper.call(origin, method, `/api/account/addresses${path}`, body)
    return { status: answer.status, body: answer.body as { addresses: SavedAddress[]; message: string } }
  }
  const list = async () => (await call('GET', '')).body.addresses
  t.same(await list(), [])
  t.match(await call('POST', '', { address: { ...ADDRESS, postal_code: 'x' } }), {
    status: 400,
    body: { details: { fields: { 'address.postal_code': /valid postal code/ } } },
  })
  t.match(await call('POST', '', { address: ADDRESS }), { status: 200, body: { message: 'Your address is saved.' } })
  t.equal((await call('POST', '', { address: { ...ADDRESS, city: 'Potsdam' }, is_default_shipping: true })).status, 200)
  t.match(await list(), [
    { address: { city: 'Potsdam', country_code: 'DE' }, is_default_shipping: true, is_default_billing: false },
    { address: { city: 'Berlin' }, is_default_shipping: false, is_default_billing: true },
  ])
  await add(shopper, ring, 1)
  t.match((await shopper.call(origin, 'GET', '/api/carts/current/checkout?step=details')).body, {
    saved: { email: 'addresses@shopper.example', addresses: [{ address: { city: 'Potsdam' } }, {}] },
    addressForms: { DE: {} },
  })

  const [first] = await list()
  await call('POST', `/${first?.id}`, { address: { ...ADDRESS, city: 'Werder' } })
  t.match((await list())[0], { address: { city: 'Werder' }, is_default_shipping: true })
  t.match(await call('POST', `/${first?.id}/delete`, {}), { status: 200, body: { message: 'The address is deleted.' } })
  t.match(await call('POST', `/${first?.id}/delete`, {}), { status: 404, body: { message: /already deleted/ } })
  t.equal((await list()).length, 1)

  const { shopper: stranger } = await signIn('stranger@shopper.example')
  const [berlin] = await list()
  t.match(await stranger.call(origin, 'GET', '/api/account/addresses'), { body: { addresses: [] } })
  const path = `/api/account/addresses/${berlin?.id}`
  t.equal((await stranger.call(origin, 'POST', path, { address: ADDRESS })).status, 404)
  t.equal((await stranger.call(origin, 'POST', `${path}/delete`, {})).status, 404)
  t.match(await list(), [{ address: { city: 'Berlin' } }])
})

t.test(
  'a customer saves the address of an order once, and an account without room does not stop the order',
  async (t) => {
    const { shopper } = await signIn('keeper@shopper.example')
    const list = async () => {
      const { body } = await shopper.call(origin, 'GET', '/api/account/addresses')
      return (body as { addresses: SavedAddress[] }).addresses
    }
    await add(shopper, ring, 1)
    t.match(await sendDetails(shopper), { status: 200, notice: /^(?!.*couldn’t save)/, city: 'Berlin' })
    t.match(await sendDetails(shopper, { city: ' Berlin ' }), { status: 200, notice: undefined })
    t.match(await list(), [{ address: { city: 'Berlin', country_code: 'DE' }, is_default_shipping: true }])
    t.equal((await list()).length, 1)

    for (let room = 19; room > 0; room -= 1) await sendDetails(shopper, { address_1: `Lindenstr. ${room * 10}` })
    t.equal((await list()).length, 20)
    t.match(await sendDetails(shopper, { city: 'Potsdam' }), {
      status: 200,
      notice: /couldn’t save this address to your account/,
      city: 'Potsdam',
    })
    t.equal((await list()).length, 20)
  },
)

t.test('a guest who asks to save the address of an order goes on without an account', async (t) => {
  const guest = createHttpShopper()
  await add(guest, ring, 1)
  t.match(await sendDetails(guest), { status: 200, notice: /couldn’t save this address/, city: 'Berlin' })
})
