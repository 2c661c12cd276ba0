import t from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { EVENTS, hundredths, placedEvent } from '#test/support/orders.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { listenForSignals } from '#test/support/signal-listener.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()

const NAMES = 'SELECT name, once FROM letters ORDER BY name'
const NEWS = { ORDER_NEWS_TO: 'merchant@shop.example', DASHBOARD_URL: 'https://staff.shop.example/app/' }
const JOBS = `SELECT data->>'to' AS "to", data->'letter'->'facts' AS facts FROM storefront_jobs.job WHERE data->'letter'->>'name' = 'order-news'`

t.test('a shopper who orders gets one email, however often the backend, and only it, reports the order', async (t) => {
  const { buy } = await readShop(commerce)
  const medusa = await listenForSignals(t, commerce.storefrontPort)
  const app = await buildShopServer(commerce, NEWS)
  t.teardown(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const { body: event } = await medusa.signalOf(() => buy('usd'), EVENTS)
  const { order } = event
  if (!order) throw new Error('the event has no order')
  const shown = await app.carts.readOrder(order.id, { locale: 'en' })
  t.same(app.carts.describeOrder(order, 'en'), shown, 'the event has all that the email shows of the order')

  const warned = t.capture(app.log, 'warn')
  const hourAgo = Date.now() - 3_600_000
  for (const _ of ['tried', 'tried again']) {
    t.equal((await signedCall(origin + EVENTS, event, 'another secret')).status, 401)
    t.equal((await signedCall(origin + EVENTS, event, commerce.secret, hourAgo)).status, 401)
  }
  t.equal((await fetch(origin + EVENTS, { method: 'POST', body: JSON.stringify(event) })).status, 401)
  t.equal((await signedCall(origin + EVENTS, { ...event, order: { id: '../../admin' } }, commerce.secret)).status, 400)
  t.match(
    warned().map(({ args }) => String(args[1])),
    [/whether BACKEND_SIGNING_KEY/, /whether the clocks/, /whether a proxy/],
    'the operator reads once per cause why no email is sent',
  )
  t.same(await app.database.query(NAMES), [])

  const report = async (requestId?: string | null) => {
    const body = { ...event, data: { request_id: requestId } }
    return (await signedCall(origin + EVENTS, body, commerce.secret)).status
  }
  t.same([await report('not an id\n'), await report(null)], [202, 202])
  const named = "SELECT FROM storefront_jobs.job WHERE data->>'requestId' LIKE 'not an id%'"
  t.same(await app.database.query(named), [], 'a request id of another shape costs no email and is not logged')
  t.same(await app.database.query(NAMES), [
    { name: 'order-news', once: `order-news:${order.id}` },
    { name: 'order-placed', once: `order-placed:${order.id}` },
  ])
  t.same(
    await app.database.query(JOBS),
    [
      {
        to: 'merchant@shop.example',
        facts: {
          orderNumber: shown.number,
          total: hundredths(order.total),
          currency: 'USD',
          dashboardUrl: `https://staff.shop.example/app/orders/${order.id}`,
        },
      },
    ],
    'the merchant reads of it too, and nothing about the buyer',
  )
})

t.test('a buyer gets one email each when staff ship, refund or cancel, however often it is reported', async (t) => {
  const { buy } = await readShop(commerce)
  const { id } = await buy('eur')
  const app = await buildShopServer(commerce)
  t.teardown(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const { order } = await placedEvent(commerce, id)
  const label = (tracking_number: string, tracking_url: string | null) => ({ tracking_number, tracking_url })
  const labels = [label('RR 1', 'https://post.example/RR1'), label('LURED', 'javascript:alert(1)'), label(' ', null)]
  const shipped_at = '2026-11-28T08:00:00.000Z'
  const fulfillments = [
    { id: 'ful_1', shipped_at, labels },
    { id: 'ful_2', shipped_at, labels: [label('OTHER', null)] },
  ]
  const report = async (kind: string, subject: string, data: object = {}) => {
    const body = { id: `${kind}:${subject}`, kind, locale: 'ru-RU', order: { ...order, fulfillments }, data }
    return (await signedCall(origin + EVENTS, body, commerce.secret)).status
  }
  for (const _ of ['reported', 'and again']) {
    t.equal(await report('order-shipped', 'ful_1', { fulfillment_id: 'ful_1' }), 202)
    t.equal(await report('order-refunded', 'ref_1', { amount: 12.5 }), 202)
    t.equal(await report('order-refunded', 'ref_2', { amount: 7 }), 202)
    t.equal(await report('order-canceled', id), 202)
  }
  t.equal(await report('order-lost', id), 400)
  const rows = await app.database.query<{ letter: { name: string; locale: string; facts: object } }>(
    `SELECT data->'letter' AS letter FROM storefront_jobs.job JOIN letters ON letters.id::text = data->>'id'
     WHERE order_id = $1 ORDER BY queued_at`,
    [id],
  )
  const { number } = await app.carts.readOrder(id, { locale: 'ru' })
  t.match(
    rows.map(({ letter }) => letter),
    [
      {
        name: 'order-shipped',
        locale: 'ru',
        facts: {
          orderNumber: number,
          tracking: [
            { number: 'LURED', url: null },
            { number: 'RR 1', url: 'https://post.example/RR1' },
          ],
        },
      },
      { name: 'order-refunded', facts: { orderNumber: number, amount: 1_250, currency: 'EUR' } },
      { name: 'order-refunded', facts: { amount: 700 } },
      { name: 'order-canceled', facts: { orderNumber: number, refunded: 0 } },
    ],
  )
  t.equal(rows.length, 4)
})
