import t, { type Test } from 'tap'

import { openCustomerSession } from '#server/medusa/customers/customer-session.ts'
import { createBackend } from '#server/medusa/http.ts'

import { answerJson, startFaultyServer } from '../faulty-server.ts'
import { CALLS } from './calls.ts'
import { readRows } from './read-rows.ts'

const rows = readRows()

const ANSWER = { token: 'a token', payment_collection: { id: 'pay_col_2' } }

async function open(t: Test, path = '') {
  const server = await startFaultyServer(answerJson(200, ANSWER))
  const backend = createBackend({ baseUrl: `${server.url}${path}`, publishableKey: 'pk_test' })
  t.teardown(() => Promise.all([backend.close(), server.close()]))
  return { server, backend }
}

t.test('the storefront makes exactly the calls of the contract', async (t) => {
  t.same(
    Object.keys(CALLS),
    rows.map(({ id }) => id),
  )
  t.equal(rows.length, 41)
})

t.test('each call is sent as the contract lists it', async (t) => {
  const { server, backend } = await open(t)
  for (const row of rows) {
    const call = CALLS[row.id]
    if (!call) continue
    const { ids = {}, query = {}, body, run } = call
    server.answer(answerJson(200, ANSWER))
    const session = await openCustomerSession(backend, 'a token')
    await run(session)
    const [seen] = server.seen
    const url = new URL(seen?.url ?? '', server.url)
    t.equal(seen?.method, row.method, `${row.id}: method`)
    t.equal(
      url.pathname,
      row.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''),
      `${row.id}: path`,
    )
    t.same(Object.fromEntries(url.searchParams), query, `${row.id}: query`)
    t.same(seen?.body ? JSON.parse(seen.body) : undefined, body, `${row.id}: body`)
    t.match(
      seen?.headers,
      { accept: row.accept, 'content-type': 'application/json', 'x-publishable-api-key': 'pk_test' },
      `${row.id}: headers`,
    )
    t.equal(seen?.headers.authorization, row.hasToken ? 'Bearer a token' : undefined, `${row.id}: token`)
    t.ok(fits(row.query, Object.keys(query)), `${row.id}: a query that the row allows`)
    t.ok(fits(row.body, Object.keys(body ?? {})), `${row.id}: a body that the row allows`)
  }
})

/** Checks that every name is listed in the row, and that every required name is present. */
function fits(listed: readonly string[], sent: readonly string[]): boolean {
  const known = listed.map((name) => name.replace('?', ''))
  const isKnown = (name: string): boolean => known.includes(name.replace(/\[\d+\]$/, '')) || known.includes('[key]')
  const wanted = listed.filter((name) => /^\w+$/.test(name))
  return sent.every(isKnown) && wanted.every((name) => sent.includes(name))
}

t.test('a cart without a payment collection gets one before its session', async (t) => {
  const { server, backend } = await open(t)
  await CALLS['SF-018']?.run(await openCustomerSession(backend))
  t.match(server.seen, [
    { method: 'POST', url: '/store/payment-collections', body: '{"cart_id":"cart_1"}' },
    { method: 'POST', url: '/store/payment-collections/pay_col_2/payment-sessions' },
  ])
})

t.test('an untrusted id stays one segment of its path, or is refused before the call', async (t) => {
  const { server, backend } = await open(t)
  const { account, auth, orders } = await openCustomerSession(backend, 'a token')
  for (const [id, segment] of [
    ['../../admin/users', '..%2F..%2Fadmin%2Fusers'],
    ['order_1?fields=*', 'order_1%3Ffields%3D*'],
    ['order_1#', 'order_1%23'],
  ] as const) {
    server.answer(answerJson(200, ANSWER))
    await orders.read(id)
    await orders.acceptTransfer(id, 'x')
    await account.removeAddress(id)
    await account.takeCart(id)
    await auth.login(id, {})
    t.same(
      server.seen.map(({ url }) => url),
      [
        `/store/orders/${segment}`,
        `/store/orders/${segment}/transfer/accept`,
        `/store/customers/me/addresses/${segment}`,
        `/store/carts/${segment}/customer`,
        `/auth/customer/${segment}`,
      ],
    )
  }
  server.answer(answerJson(200, ANSWER))
  for (const id of ['', '.', '..']) await t.rejects(orders.read(id), { message: /is no id/ })
  t.same(server.seen, [])
})

t.test("a customer's token is stored in their session only", async (t) => {
  const { server, backend } = await open(t)
  const [ada, guest] = await Promise.all([openCustomerSession(backend), openCustomerSession(backend)])
  await ada.auth.login('emailpass', {})
  t.equal(await ada.token(), 'a token')
  t.equal(await guest.token(), undefined)
  server.answer(answerJson(200, ANSWER))
  await Promise.all([ada.account.read(), guest.account.read(), backend.store.region.list()])
  t.same(
    server.seen.flatMap(({ headers }) => headers.authorization ?? []),
    ['Bearer a token'],
  )
  await ada.auth.logout()
  t.equal(await ada.token(), undefined)
})

t.test('empty query entries are not sent, and the base path of the backend is kept', async (t) => {
  const { server, backend } = await open(t, '/shop/')
  const empty = { q: '', fields: undefined, name: null } as unknown as { fields: string }
  await backend.store.region.list({ ...empty, limit: 0 })
  t.equal(server.seen[0]?.url, '/shop/store/regions?limit=0')
})

t.test('headers of a call override the defaults', async (t) => {
  const { server, backend } = await open(t)
  await backend.storeWith({ headers: { 'x-medusa-locale': 'ru-RU' } }).product.list()
  t.equal(server.seen[0]?.headers['x-medusa-locale'], 'ru-RU')
  await backend.store.product.list({}, { 'x-medusa-locale': 'en-US' })
  t.equal(server.seen[1]?.headers['x-medusa-locale'], 'en-US')
})
