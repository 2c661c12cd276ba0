import t from 'tap'

import { deleteDueAccounts } from '#server/customers/deletion.ts'
import { takeDueDeletion } from '#server/customers/deletions-queries.ts'
import { accountsOf, createAccounts } from '#test/support/accounts.ts'
import { createHttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { ordersOf } from '#test/support/orders.ts'
import { ADDRESS, readyCart } from '#test/support/ready-cart.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

import { listProducts } from '../shop-server.ts'

const mailServer = await openMailServer(t)
const env = mailServer.env
const shop = await startOwnShop(t, { env })
const { app, commerce, url: origin } = shop
const { database } = app
const { call, signIn, signInWithPassword, tokenFor } = createAccounts(t, origin, mailServer)
const [variantId = ''] = await listProducts(commerce, 5)

/** Places an order as a guest. */
async function buy(email: string): Promise<string> {
  const guest = createHttpShopper()
  const cart = await readyCart(async (...args) => guest.call(origin, ...args), { variantId, email })
  t.equal((await guest.call(origin, 'POST', `/api/carts/${cart.id}/complete`, {})).status, 200)
  const [order] = await ordersOf(commerce, email)
  return order?.id ?? ''
}

/** Lets days pass since the customer asked to delete the account. */
async function letPass(days: number, email: string): Promise<void> {
  const sql = 'UPDATE account_deletions SET requested_at = requested_at - make_interval(days => $1) WHERE email = $2'
  await database.query(sql, [days, email])
}

function subjectsOf(email: string): (string | undefined)[] {
  return mailServer.emails(email).map(({ subject }) => subject)
}

t.test('deleting an account signs out every device, and the customer can keep it for 14 days', async (t) => {
  const email = 'keeps@shopper.example'
  const [phone, laptop] = [await signIn(email), await signIn(email)]
  const refused = await call(phone, 'POST', 'me/delete', {})
  t.match(refused, { status: 400, body: { details: { fields: { confirm: /tick the box/ } } } })
  t.equal((await call(phone, 'GET', 'me')).body.customer?.deletes_at, null)

  const earlier = await tokenFor(email)
  t.match(await call(phone, 'DELETE', 'me'), { status: 200, body: { message: /in 14 days/ } })
  for (const device of [phone, laptop]) t.equal((await call(device, 'GET', 'me')).status, 401)
  t.equal((await call(createHttpShopper(), 'POST', 'sign-in-link/use', { token: earlier })).status, 410)
  const begun = await mailServer.waitFor(email, ({ subject }) => subject === 'Your account will be deleted')
  t.match(begun.text, /“Keep\s+my\s+account”/)

  const again = await signIn(email)
  const due = Date.parse((await call(again, 'GET', 'me')).body.customer?.deletes_at ?? '')
  t.ok(Math.abs(due - Date.now() - 14 * 86_400_000) < 60_000, 'signing in alone changes nothing')
  await letPass(13, email)
  await deleteDueAccounts(app)
  t.equal((await call(again, 'GET', 'me')).status, 200, 'it is too early')

  t.match(await call(again, 'POST', 'me/keep', {}), { status: 200 })
  t.match(await call(again, 'POST', 'me/keep', {}), { status: 200 }, 'pressed twice')
  await mailServer.waitFor(email, ({ subject }) => subject === 'Your account stays')
  await letPass(14, email)
  await deleteDueAccounts(app)
  t.match(await call(again, 'GET', 'me'), { status: 200, body: { customer: { deletes_at: null } } })
})

t.test('after 14 days the account is gone, its orders stay, and the address can open a new one', async (t) => {
  const email = 'leaves@shopper.example'
  const password = 'the ring of a leaver'
  const orderId = await buy(email)
  const shopper = await signInWithPassword(email, password)
  t.match((await call(shopper, 'GET', 'orders')).body.orders, [{ id: orderId }])
  const id = (await accountsOf(commerce, email))[0]?.id ?? ''
  await (await app.customers.backend.open(id)).account.addAddress(ADDRESS)

  await call(shopper, 'DELETE', 'me')
  await letPass(14, email)
  const late = await signIn(email)
  t.match(await call(late, 'POST', 'me/keep', {}), { status: 409, body: { message: /14 days are over/ } })
  await startOwnShop(t, { env })
  await mailServer.waitFor(email, ({ subject }) => subject === 'Your account has been deleted')

  t.same(await accountsOf(commerce, email), [])
  t.equal((await call(late, 'GET', 'me')).status, 401)
  t.equal((await call(createHttpShopper(), 'POST', 'sign-in', { email, password })).status, 401)
  t.equal((await ordersOf(commerce, email))[0]?.id, orderId)
  for (const table of ['customer_sessions', 'account_deletions', 'sign_in_links'])
    t.same(await database.query(`SELECT 1 FROM ${table} WHERE customer_id = $1`, [id]), [], table)

  const newcomer = await signIn(email)
  t.match((await call(newcomer, 'GET', 'me')).body, { customer: { email, has_password: false, deletes_at: null } })
  t.match((await call(newcomer, 'GET', 'orders')).body.orders, [{ id: orderId }], 'its owner finds the orders again')
  const [other] = await accountsOf(commerce, email)
  t.not(other?.id, id)
  t.same(await (await app.customers.backend.open(other?.id ?? '')).account.addresses(), [])
})

t.test('a deletion that was interrupted is completed once', async (t) => {
  const email = 'interrupted@shopper.example'
  const orderId = await buy(email)
  const shopper = await signIn(email)
  const id = (await accountsOf(commerce, email))[0]?.id ?? ''
  await call(shopper, 'DELETE', 'me')
  await letPass(14, email)
  // A process takes the deletion and dies after Medusa has deleted the account.
  t.match(await takeDueDeletion(database), { customer_id: id })
  await app.customers.backend.delete(id)
  await deleteDueAccounts(app)
  t.match(await database.query('SELECT email FROM account_deletions WHERE customer_id = $1', [id]), [{ email }])

  await database.query("UPDATE account_deletions SET next_try_at = next_try_at - interval '10 minutes'")
  await Promise.all([deleteDueAccounts(app), deleteDueAccounts(app)])
  await mailServer.waitFor(email, ({ subject }) => subject === 'Your account has been deleted')
  t.equal(subjectsOf(email).filter((subject) => subject === 'Your account has been deleted').length, 1)
  t.same(await database.query('SELECT 1 FROM account_deletions WHERE customer_id = $1', [id]), [])
  t.equal((await ordersOf(commerce, email))[0]?.id, orderId)
})
