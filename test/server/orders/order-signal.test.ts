import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'

import { buildShopServer } from '#test/server/shop-server.ts'
import { startBreakingProxy } from '#test/support/breaking-proxy.ts'
import { hundredths } from '#test/support/orders.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { ownCommerce } from '#test/support/test-shop.ts'

const commerce = await ownCommerce()

const NAMES = 'SELECT name, once FROM letters ORDER BY name'
const NEWS = { ORDER_NEWS_TO: 'merchant@shop.example', DASHBOARD_URL: 'https://staff.shop.example/app/' }
const JOBS = `SELECT data->>'to' AS "to", data->'letter'->'facts' AS facts FROM storefront_jobs.job WHERE data->'letter'->>'name' = 'order-news'`

t.test('a shopper who ordered before the shop sent emails gets none, a shopper who orders now gets one', async (t) => {
  const { buy } = await readShop(commerce)
  const early = await buy('usd')
  const proxy = await startBreakingProxy(t, commerce.medusaUrl)
  const app = await buildShopServer(commerce, { ...NEWS, MEDUSA_URL: proxy.url })
  t.teardown(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const report = async (id: string, requestId?: string | null) => {
    const body = { order_id: id, locale: null, request_id: requestId }
    return (await signedCall(`${origin}/api/_internal/orders/placed`, body, commerce.secret)).status
  }
  t.equal(await report(early.id), 202)
  t.same(await app.database.query(NAMES), [])

  const late = await buy('usd')
  t.same([await report(late.id, 'not an id\n'), await report(late.id, null)], [202, 202])
  const named = "SELECT FROM storefront_jobs.job WHERE data->>'requestId' LIKE 'not an id%'"
  t.same(await app.database.query(named), [], 'a request id of another shape costs no email and is not logged')
  t.same(await app.database.query(NAMES), [
    { name: 'order-news', once: `order-news:${late.id}` },
    { name: 'order-placed', once: `order-placed:${late.id}` },
  ])
  const { number } = await app.carts.readOrder(late.id, { locale: 'en' })
  t.same(
    await app.database.query(JOBS),
    [
      {
        to: 'merchant@shop.example',
        facts: {
          orderNumber: number,
          total: hundredths(late.total),
          currency: 'USD',
          dashboardUrl: `https://staff.shop.example/app/orders/${late.id}`,
        },
      },
    ],
    'the merchant reads of it too, and nothing about the buyer',
  )

  await warnsOncePerCause(t, app, `${origin}/api/_internal/orders/placed`, late)

  await proxy.goAway()
  t.equal(await report(late.id), 202, 'a repeated report of a known order does not ask the backend')
})

/** The operator reads once per cause why an email is not sent. */
async function warnsOncePerCause(t: Test, app: FastifyInstance, url: string, { id }: { id: string }) {
  const warned = t.capture(app.log, 'warn')
  const body = { order_id: id, locale: null }
  const hourAgo = Date.now() - 3_600_000
  for (const _ of ['tried', 'tried again']) {
    t.equal((await signedCall(url, body, 'another secret')).status, 401)
    t.equal((await signedCall(url, body, commerce.secret, hourAgo)).status, 401)
    t.equal((await signedCall(url, { ...body, order_id: 'order_OFANOTHER' }, commerce.secret)).status, 404)
  }
  // The log may also contain lines about the email of the order.
  const messages = warned()
    .map(({ args }) => String(args[1]))
    .filter((message) => message.includes('backend'))
  t.equal(messages.length, 3, 'not one line per try')
  t.match(messages, [/whether BACKEND_SIGNING_KEY/, /whether the clocks/, /whether MEDUSA_URL/])
}

t.test('a buyer gets one email each when staff ship, refund or cancel, however often it is reported', async (t) => {
  const { buy } = await readShop(commerce)
  const { id } = await buy('eur')
  const app = await buildShopServer(commerce)
  t.teardown(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const report = async (name: string, facts: object = {}) => {
    const body = { order_id: id, locale: 'ru-RU', ...facts }
    return (await signedCall(`${origin}/api/_internal/orders/${name}`, body, commerce.secret)).status
  }
  const label = (tracking_number: string, tracking_url: string | null) => ({ tracking_number, tracking_url })
  const labels = [label('RR 1', 'https://post.example/RR1'), label('LURED', 'javascript:alert(1)'), label(' ', null)]
  for (const _ of ['reported', 'and again']) {
    t.equal(await report('shipped', { fulfillment_id: 'ful_1', labels }), 202)
    t.equal(await report('refunded', { refund_id: 'ref_1', amount: 12.5 }), 202)
    t.equal(await report('refunded', { refund_id: 'ref_2', amount: 7 }), 202)
    t.equal(await report('canceled'), 202)
  }
  t.equal(await report('shipped', { fulfillment_id: 'ful_2' }), 400)
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
