import t from 'tap'

import { createAccounts } from '#test/support/accounts.ts'
import { capture, refund } from '#test/support/deliveries.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { hundredths, ordersOf } from '#test/support/orders.ts'
import { readyCart } from '#test/support/ready-cart.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

import { listProducts } from '../shop-server.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, {
  env: mailServer.env,
})
const { commerce, url: origin } = shop
const [variantId = ''] = await listProducts(commerce, 5)

const { call, signIn, tokenFor } = createAccounts(t, origin, mailServer)

t.test('a guest who corrects a mistyped address orders for the right account', async (t) => {
  const stranger = await signIn('stranger@shopper.example')
  const guest = createHttpShopper()
  const callShop: Parameters<typeof readyCart>[0] = async (...args) => guest.call(origin, ...args)
  const cart = await readyCart(callShop, { variantId, email: 'stranger@shopper.example' })
  await guest.call(origin, 'POST', `/api/carts/${cart.id}`, { email: 'right@shopper.example' })
  t.match(await guest.call(origin, 'POST', `/api/carts/${cart.id}/complete`, {}), { status: 200 })
  const [order] = await ordersOf(commerce, 'right@shopper.example')
  t.same((await call(stranger, 'GET', 'orders')).body.orders, [], 'the stranger sees nothing of it')
  const buyer = await signIn('right@shopper.example')
  t.match((await call(buyer, 'GET', 'orders')).body.orders, [{ id: order?.id }])

  const total = hundredths(order?.total ?? 0)
  t.match((await call(buyer, 'GET', 'orders')).body.orders, [{ total, amount_refunded: 0 }])
  await capture(commerce, order?.id ?? '')
  await refund(commerce, order?.id ?? '', 12)
  t.match(
    (await call(buyer, 'GET', 'orders')).body.orders,
    [{ total, amount_refunded: 1_200 }],
    'after a refund the list shows the ordered total, and what was paid back',
  )
  await commerce.admin(`/admin/orders/${order?.id}/cancel`, { method: 'POST', body: {} })
  t.match((await call(buyer, 'GET', 'orders')).body.orders, [{ state: 'canceled', total, amount_refunded: total }])
})

t.test('one link, opened twice at the same time, signs in once', async (t) => {
  const email = 'twice@shopper.example'
  const token = await tokenFor(email)
  const use = async () => (await call(createHttpShopper(), 'POST', 'sign-in-link/use', { token, email })).status
  t.same((await Promise.all([use(), use()])).toSorted(), [200, 410])
})

t.test('the address of a member of the staff gets no other password by the shop', async (t) => {
  const email = 'staff@shopper.example'
  const password = 'the password of the staff'
  const { invite } = await commerce.admin<{ invite: { token: string } }>('/admin/invites', {
    method: 'POST',
    body: { email },
  })
  const register = await medusa('/auth/user/emailpass/register', { email, password })
  await medusa(`/admin/invites/accept?token=${invite.token}`, { email }, register.token)
  t.ok((await medusa('/auth/user/emailpass', { email, password })).token)

  const token = await tokenFor(email, 'password/forgot')
  const shopper = createHttpShopper()
  const refused = await call(shopper, 'POST', 'password/reset', { token, password: 'another one for staff', email })
  t.equal(refused.status, 409)
  t.match(refused.body.message, /can’t be set for this address/)
  t.ok((await medusa('/auth/user/emailpass', { email, password })).token, 'the staff still sign in')
  t.equal((await call(shopper, 'POST', 'sign-in', { email, password })).status, 401)
  const byLink = await signIn(email)
  t.match((await call(byLink, 'GET', 'me')).body, { customer: { email, has_password: false } })
})

t.test('a customer who was deleted is a guest, and can open another account', async (t) => {
  const email = 'deleted@shopper.example'
  const shopper = await signIn(email)
  const { customers } = await commerce.admin<{ customers: { id: string }[] }>(`/admin/customers?email=${email}`)
  await commerce.admin(`/admin/customers/${customers[0]?.id}`, { method: 'DELETE' })
  t.match(await call(shopper, 'GET', 'me'), { status: 401, body: { message: 'Please sign in.' } })
  const again = await signIn(email)
  t.match((await call(again, 'GET', 'me')).body, { customer: { email } })
})

t.test('a form of one customer changes nothing after another has signed in', async (t) => {
  const shopper = await signIn('second@shopper.example')
  const body = { first_name: 'Mallory', username: 'first@shopper.example' }
  t.match(await call(shopper, 'POST', 'me', body), { status: 409, body: { message: /another account/ } })
})

t.test('a password that was registered before the address was confirmed is worth nothing', async (t) => {
  const email = 'victim@shopper.example'
  const password = 'the password of a thief'
  const { token } = await medusa('/auth/customer/emailpass/register', { email, password })
  await medusa('/store/customers', { email }, token)
  const victim = await signIn(email)
  t.match((await call(victim, 'GET', 'me')).body, { customer: { has_password: false } })
  t.equal((await call(createHttpShopper(), 'POST', 'sign-in', { email, password })).status, 401)
})

t.test('known and unknown addresses get the same response', async (t) => {
  const known = 'known@shopper.example'
  const token = await tokenFor(known, 'register')
  await call(createHttpShopper(), 'POST', 'password/reset', { token, password: 'a password of known', email: known })
  // `npm run prove sign-in-timing` compares their times.
  const texts = new Set<string>()
  for (const email of [known, 'unknown@shopper.example']) {
    const { status, body } = await call(createHttpShopper(), 'POST', 'sign-in', { email, password: 'a wrong one' })
    texts.add(`${status} ${JSON.stringify(body)}`)
  }
  t.equal(texts.size, 1)
  t.match(
    await Promise.all(
      ['sign-in-link', 'password/forgot', 'register'].map(async (path) =>
        call(createHttpShopper(), 'POST', path, { email: `nobody-${path.length}@shopper.example` }),
      ),
    ),
    Array.from({ length: 3 }, () => ({ status: 202, body: { message: /check your inbox/ } })),
  )
})

t.test('Medusa answers nothing about customers without the signature of the storefront', async (t) => {
  for (const path of ['confirm', 'log-in', 'set-password', 'assign-cart'].map(
    (name) => `/storefront/customers/${name}`,
  ))
    t.equal(
      (await medusa(path, { email: 'a@shopper.example', id: 'cus_1', cart_id: 'cart_1', password: 'x' })).status,
      401,
      path,
    )
  t.equal((await medusa('/auth/customer/email-link', { customer_id: 'cus_1', signature: 't=1,v1=00' })).status, 401)
  t.equal(
    (await medusa('/auth/user/email-link', { customer_id: 'cus_1' })).status,
    400,
    'no way to sign in for the staff',
  )
})

/** Calls Medusa as a browser could. @returns the status, and the token if there is one */
async function medusa(path: string, body: object, token?: string): Promise<{ status: number; token: string }> {
  const response = await fetch(commerce.medusaUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-publishable-api-key': commerce.publishableKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json().catch(() => ({}))) as { token?: string }
  return { status: response.status, token: answer.token ?? '' }
}
