import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'

import { deleteDueAccounts } from '#server/customers/deletion.ts'
import { takeDueDeletion } from '#server/customers/deletions-queries.ts'
import { insertWithdrawal } from '#server/orders/withdrawals/withdrawals-queries.ts'
import { accountsOf, createAccounts } from '#test/support/accounts.ts'
import { createHttpShopper, type HttpShopper } from '#test/support/http-shopper.ts'
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
const [variantId = '', otherId = ''] = await listProducts(commerce, 5)

async function buy(email: string): Promise<string> {
  const guest = createHttpShopper()
  const cart = await readyCart(async (...args) => guest.call(origin, ...args), { variantId, email })
  t.equal((await guest.call(origin, 'POST', `/api/carts/${cart.id}/complete`, {})).status, 200)
  const [order] = await ordersOf(commerce, email)
  return order?.id ?? ''
}

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

const EXPORT = `${origin}/api/account/export`

async function download(shopper: HttpShopper): Promise<Record<string, unknown>> {
  const response = await shopper.open(EXPORT)
  t.match(Object.fromEntries(response.headers), {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="my-data.zip"',
    'cache-control': 'no-store',
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes)) as unknown]),
  )
}

t.test('a customer downloads everything the shop stores about them, and nothing about others', async (t) => {
  const email = 'ada@shopper.example'
  const guest = createHttpShopper()
  for (const address of [email, 'other@shopper.example']) {
    const cart = await readyCart(async (...args) => guest.call(origin, ...args), { variantId: otherId, email: address })
    t.equal((await guest.call(origin, 'POST', `/api/carts/${cart.id}/complete`, {})).status, 200)
  }
  const [order] = await ordersOf(commerce, email)
  await insertWithdrawal(app.database, {
    id: crypto.randomUUID(),
    orderId: order?.id ?? '',
    number: order?.custom_display_id ?? '',
    locale: 'en',
    lines: [],
    reason: 'It is too small.',
    waitSeconds: 3600,
  })
  await guest.call(origin, 'POST', '/api/email-subscribe', { email: 'Ada@shopper.example' })
  for (const hint of [
    { sender_email: email, recipient_email: 'other@shopper.example', message: 'This one' },
    { sender_email: 'other@shopper.example', recipient_email: email, message: 'For you' },
    { sender_email: 'other@shopper.example', recipient_email: 'third@shopper.example', message: 'A secret' },
  ])
    t.equal((await guest.call(origin, 'POST', '/api/drop-a-hint', hint)).status, 202)
  const shopper = await signIn(email)
  await call(shopper, 'POST', 'me', { first_name: 'Ada' })
  await call(shopper, 'POST', 'saved', { wish_list: { added: ['halo-ring'], removed: [] } })
  const { customers } = await commerce.admin<{ customers: { id: string }[] }>(
    `/admin/customers?email=${email}&has_account=true`,
  )
  await (await app.customers.backend.open(customers[0]?.id ?? '')).account.addAddress(ADDRESS)

  const files = await download(shopper)
  t.match(files['details.json'], { email, first_name: 'Ada' })
  t.match(files['addresses.json'], [{ city: 'Berlin', address_1: 'Lindenstr. 4' }])
  t.match(files['orders.json'], [
    {
      id: order?.id,
      email,
      items: [{ quantity: 1 }],
      shipping_address: { city: 'Berlin' },
      payment: { state: 'due' },
      withdrawals: [{ reason: 'It is too small.' }],
      emails: [{ name: 'order-placed' }],
    },
  ])
  t.match(files['sessions.json'], [{ is_this: true }])
  t.same(files['passkeys.json'], [])
  t.match(files['saved.json'], { wish_list: ['halo-ring'] })
  t.match(files['newsletter.json'], [{ email: 'Ada@shopper.example', language: 'en' }])
  t.match(files['hints.json'], [
    { direction: 'sent', recipient: 'other@shopper.example', message: 'This one' },
    { direction: 'received', recipient: null, message: 'For you' },
  ])
  t.same(files['back-in-stock.json'], [])
  t.same((files['orders.json'] as unknown[]).length, 1)
  t.notMatch(JSON.stringify(files), /A secret|"sender"/)
})

t.test('a guest is sent to sign in, and downloads are limited', async (t) => {
  const guest = createHttpShopper()
  t.equal((await guest.call(origin, 'GET', '/api/account/export')).status, 401)
  const shopper = await signIn('often@shopper.example')
  for (let times = 1; times <= 5; times += 1) await download(shopper)
  t.equal((await shopper.call(origin, 'GET', '/api/account/export')).status, 429)
  const refused = await shopper.open(`${EXPORT}?lang=ru`)
  t.equal(refused.status, 303)
  t.equal(refused.headers.get('location'), '/ru/account/details')
})
