import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'

import { insertWithdrawal } from '#server/orders/withdrawals/withdrawals-queries.ts'
import { createAccounts } from '#test/support/accounts.ts'
import { createHttpShopper, type HttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { ordersOf } from '#test/support/orders.ts'
import { ADDRESS, readyCart } from '#test/support/ready-cart.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

import { listProducts } from '../shop-server.ts'

const mailServer = await openMailServer(t)
const shop = await startOwnShop(t, {
  env: mailServer.env,
})
const { app, commerce, url: origin } = shop
const { call, signIn } = createAccounts(t, origin, mailServer)
const [variantId = ''] = await listProducts(commerce, 5)
const EXPORT = `${origin}/api/account/export`

/** Downloads the archive. @returns the content of each file */
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
    const cart = await readyCart(async (...args) => guest.call(origin, ...args), { variantId, email: address })
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
