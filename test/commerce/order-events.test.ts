import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { startTestCommerce } from '#test/support/commerce.ts'
import { registerCustomer } from '#test/support/customer.ts'
import { inDatabase } from '#test/support/databases.ts'
import { capture, pack, refund, returnAll, ship } from '#test/support/deliveries.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { isSignedWith, listenForSignals } from '#test/support/signal-listener.ts'
import { until } from '#test/support/until.ts'

const PATH = '/api/_internal/events'

const storefront = await listenForSignals(t)
const commerce = await startTestCommerce({ name: 'order-events', storefrontUrl: storefront.url })
t.teardown(commerce.stop)

t.test('an order notifies the storefront until it accepts, with what the email needs', async (t) => {
  const shop = await readShop(commerce)
  storefront.answerWith(503)
  const event = await storefront.signalOf(() => shop.buy('eur'), PATH)
  t.ok(isSignedWith(commerce.secret, event), 'the signature holds')
  t.match(event.body, {
    id: /^order-placed:order_/,
    kind: 'order-placed',
    locale: 'en-US',
    data: { request_id: /./ },
    order: { email: 'shopper@example.com', items: [{ quantity: 1 }] },
  })
  storefront.answerWith(401)
  const again = await storefront.signalOf(async () => {}, PATH)
  t.same(again.body, event.body, 'and again where it stumbled')
  storefront.answerWith(202)
  const last = await storefront.signalOf(async () => {}, PATH)
  t.same(last.body, event.body, 'and where it refused, which the operator mends')
  t.same(await warnings(`${PATH} answered 401`), [
    `The storefront could not be notified: ${storefront.url}${PATH} answered 401. Check whether BACKEND_SIGNING_KEY is the same for both, and whether their clocks agree; its own log says more.`,
  ])
})

t.test('staff who ship, refund or cancel an order notify the storefront once of each', async (t) => {
  const shop = await readShop(commerce)
  storefront.answerWith(202)
  const { id, total } = await shop.buy('eur')
  await capture(commerce, id)
  await pack(commerce, id)
  const labels = [{ tracking_number: 'RR 1', tracking_url: 'https://post.example/RR1', label_url: '#' }]
  await ship(commerce, id, labels)
  await refund(commerce, id, 5)
  await refund(commerce, id, 7)
  t.ok(total > 12)
  await until(() => acceptedOf(id).length === 4)
  t.match(acceptedOf(id), [
    { kind: 'order-placed' },
    {
      id: /^order-shipped:ful_/,
      locale: 'en-US',
      data: { fulfillment_id: /^ful_/ },
      order: { fulfillments: [{ labels: [{ tracking_number: 'RR 1', tracking_url: 'https://post.example/RR1' }] }] },
    },
    { id: /^order-refunded:ref_/, data: { amount: 5 } },
    { id: /^order-refunded:ref_/, data: { amount: 7 } },
  ])

  const other = await shop.buy('eur')
  await capture(commerce, other.id)
  await cancel(other.id)
  await until(() => acceptedOf(other.id).length === 2)
  t.same(
    acceptedOf(other.id).map((event) => event.id),
    [`order-placed:${other.id}`, `order-canceled:${other.id}`],
    'the money that a cancellation pays back is part of its event',
  )
})

t.test('a silent shipment, a return and an order that is not whole do not notify the storefront', async (t) => {
  const shop = await readShop(commerce)
  storefront.answerWith(202)
  const silent = await shop.buy('eur')
  await pack(commerce, silent.id)
  await ship(commerce, silent.id, [], { no_notification: true })
  await returnAll(commerce, silent.id)
  const half = await shop.buy('eur')
  await inDatabase(commerce.shopDatabaseUrl, `UPDATE "order" SET metadata = metadata - 'is_whole' WHERE id = $1`, [
    half.id,
  ])
  await cancel(half.id)
  await commerce.admin('/admin/draft-orders', {
    method: 'POST',
    body: { email: 'draft@shopper.example', region_id: shop.regions[0]?.id, sales_channel_id: await salesChannel() },
  })
  // The oldest event comes first, so the events of the others would arrive before this one.
  const last = await shop.buy('eur')
  await until(() => acceptedOf(last.id).length === 1)
  t.same(
    [silent, half].flatMap(({ id }) => acceptedOf(id).map((event) => event.id)),
    [`order-placed:${silent.id}`, `order-placed:${half.id}`],
  )
  t.same(await waiting(), [])
})

t.test('a restarted backend delivers what waits, once, and a refused event does not block the others', async (t) => {
  const shop = await readShop(commerce)
  const friend = await registerCustomer(commerce, 'friend@shopper.example')
  storefront.answerWith(503)
  const { id } = await shop.buy('eur')
  await friend.requestTransfer(id)
  await commerce.kill()
  t.equal((await waiting()).length, 2)
  storefront.answerWith(({ kind }) => (kind === 'order-placed' ? 404 : 202))
  await commerce.start()
  await until(() => acceptedOf(id).length === 1)
  t.match(acceptedOf(id), [{ id: /^transfer-requested:ordch_/, locale: 'en-US', data: { token: /./ } }])
  storefront.answerWith(202)
  await until(async () => (await waiting()).length === 0)
  t.same(
    acceptedOf(id).map(({ kind }) => kind),
    ['transfer-requested', 'order-placed'],
  )
  t.match(await warnings(`${PATH} answered 404`), [/Check whether STOREFRONT_URL leads to the storefront/])
})

/** The events of an order that the storefront accepted, the oldest first. */
function acceptedOf(orderId: string) {
  return storefront.received
    .filter(({ path, body, status }) => path === PATH && body.order?.id === orderId && status < 300)
    .map(({ body }) => body)
}

async function cancel(orderId: string): Promise<void> {
  await commerce.admin(`/admin/orders/${orderId}/cancel`, { method: 'POST', body: {} })
}

async function waiting() {
  return inDatabase(commerce.shopDatabaseUrl, 'SELECT id FROM storefront_event')
}

async function salesChannel(): Promise<string | undefined> {
  const path = '/admin/sales-channels?limit=1'
  const { sales_channels: channels } = await commerce.admin<{ sales_channels: { id: string }[] }>(path)
  return channels[0]?.id
}

async function warnings(answer: string): Promise<string[]> {
  const log = await readFile(join(commerce.dataDir, 'logs/medusa.log'), 'utf8')
  const lines = log.split('\n').filter((line) => line.includes(answer))
  return lines.map((line) => (JSON.parse(line) as { message: string }).message)
}
