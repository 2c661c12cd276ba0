import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { startTestCommerce } from '#test/support/commerce.ts'
import { registerCustomer } from '#test/support/customer.ts'
import { inDatabase } from '#test/support/databases.ts'
import { capture, pack, refund, ship } from '#test/support/deliveries.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { isSignedWith, listenForSignals } from '#test/support/signal-listener.ts'
import { until } from '#test/support/until.ts'

const storefront = await listenForSignals(t)
const commerce = await startTestCommerce({ name: 'order-signals', storefrontUrl: storefront.url })
t.teardown(commerce.stop)

t.test('an order notifies the storefront without personal data', async (t) => {
  const shop = await readShop(commerce)
  const path = '/api/_internal/orders/placed'
  storefront.answerWith(503)
  const signal = await storefront.signalOf(() => shop.buy('eur'), path)
  t.ok(isSignedWith(commerce.secret, signal), 'the signature holds')
  t.same(Object.keys(signal.body), ['order_id', 'locale', 'request_id'])
  t.match(signal.body, { order_id: /^order_/, locale: 'en-US' })
  storefront.answerWith(401)
  const again = await storefront.signalOf(async () => {}, path)
  t.same(again.body, signal.body, 'and again where it stumbled')
  storefront.answerWith(202)
  const last = await storefront.signalOf(async () => {}, path)
  t.same(last.body, signal.body, 'and where it refused, which the operator mends')
  t.same(await warnings(`${path} answered 401`), [
    `The storefront could not be notified: ${storefront.url}${path} answered 401. Check whether BACKEND_SIGNING_KEY is the same for both, and whether their clocks agree; its own log says more.`,
  ])
})

t.test('staff who ship, refund or cancel an order notify the storefront once of each', async (t) => {
  const shop = await readShop(commerce)
  const path = (name: string) => `/api/_internal/orders/${name}`
  storefront.answerWith(202)
  const { id, total } = await shop.buy('eur')
  await capture(commerce, id)
  await pack(commerce, id)
  const labels = [{ tracking_number: 'RR 1', tracking_url: 'https://post.example/RR1', label_url: '#' }]
  const shipped = await storefront.signalOf(() => ship(commerce, id, labels), path('shipped'))
  t.ok(isSignedWith(commerce.secret, shipped))
  t.match(shipped.body, {
    order_id: id,
    locale: 'en-US',
    fulfillment_id: /^ful_/,
    labels: [{ tracking_number: 'RR 1', tracking_url: 'https://post.example/RR1' }],
  })
  const refunded = await storefront.signalOf(() => refund(commerce, id, 5), path('refunded'))
  t.match(refunded.body, { order_id: id, locale: 'en-US', refund_id: /^ref_/, amount: 5 })
  const again = await storefront.signalOf(() => refund(commerce, id, 7), path('refunded'))
  t.match(again.body, { order_id: id, amount: 7 })
  t.ok(total > 12)

  const other = await shop.buy('eur')
  await capture(commerce, other.id)
  const cancel = () => commerce.admin(`/admin/orders/${other.id}/cancel`, { method: 'POST', body: {} })
  const canceled = await storefront.signalOf(cancel, path('canceled'))
  t.same(canceled.body, { order_id: other.id, locale: 'en-US' })

  const third = await shop.buy('eur')
  await pack(commerce, third.id)
  await ship(commerce, third.id, [], { no_notification: true })
  const query = async (sql: string) => inDatabase(commerce.shopDatabaseUrl, sql)
  const marked = "SELECT id FROM fulfillment WHERE metadata->>'no_notification' = 'true'"
  await until(async () => (await query(marked)).length === 1)
  // Had a job not repeated older notices of shipped parcels, nothing would show that this one stays silent.
  await query("UPDATE fulfillment SET shipped_at = now() - interval '10 minutes' WHERE shipped_at IS NOT NULL")
  await commerce.kill()
  await commerce.start()
  const received = (name: string) => storefront.received.filter((signal) => signal.path === path(name))
  await until(() => received('shipped').length === 2, 45_000)
  t.same(
    received('shipped').map(({ body }) => body),
    [shipped.body, shipped.body],
    'the restarted backend repeats what it may have lost, but not the parcel that staff shipped silently',
  )
  t.equal(received('refunded').length, 2, 'the money that a cancellation pays back is part of its notice')
})

t.test('a restarted backend repeats undelivered notifications of orders and transfers', async (t) => {
  const shop = await readShop(commerce)
  const friend = await registerCustomer(commerce, 'friend@shopper.example')
  const paths = { placed: '/api/_internal/orders/placed', transfer: '/api/_internal/orders/transfer-requested' }
  storefront.answerWith(503)
  const placed = await storefront.signalOf(() => shop.buy('eur'), paths.placed)
  const { order_id: id = '' } = placed.body
  const transfer = await storefront.signalOf(() => friend.requestTransfer(id), paths.transfer)
  t.match(transfer.body, { order_id: id, locale: 'en-US', order_change_id: /^ordch_/, token: /./ })
  await commerce.kill()
  // Younger orders and transfers may still be in progress.
  for (const sql of [
    `UPDATE "order" SET created_at = now() - interval '10 minutes' WHERE id = $1`,
    `UPDATE order_change SET requested_at = now() - interval '10 minutes' WHERE order_id = $1`,
  ])
    await inDatabase(commerce.shopDatabaseUrl, sql, [id])
  const before = storefront.received.length
  const notices = () => storefront.received.slice(before).filter(({ body }) => body.order_id === id)
  storefront.answerWith(404)
  await commerce.start()
  await until(() => notices().length === 1, 45_000)
  storefront.answerWith(202)
  await until(() => notices().length === 3, 45_000)
  t.same(
    notices().map(({ body }) => body),
    [placed.body, transfer.body, placed.body],
    'a rejected notification goes last and does not block the others',
  )
  t.match(await warnings(`${paths.placed} answered 404`), [/Check whether STOREFRONT_URL leads to the storefront/])
})

async function warnings(answer: string): Promise<string[]> {
  const log = await readFile(join(commerce.dataDir, 'logs/medusa.log'), 'utf8')
  const lines = log.split('\n').filter((line) => line.includes(answer))
  return lines.map((line) => (JSON.parse(line) as { message: string }).message)
}
