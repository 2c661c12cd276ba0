import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { hundredths } from '#test/support/orders.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { signedCall } from '#test/support/sign-call.ts'

import { drawOrderNumber } from '../../../commerce/src/orders/order-number.ts'

const commerce = await startTestCommerce({ name: 'order-signal' })
t.teardown(() => commerce.stop())

/** The headers of a browser that sends a form. */
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-mode': 'navigate' }

const NAMES = 'SELECT name, once FROM letters ORDER BY name'
const NEWS = { ORDER_NEWS_TO: 'merchant@shop.example', DASHBOARD_URL: 'https://staff.shop.example/app/' }
const JOBS = `SELECT data->>'to' AS "to", data->'letter'->'facts' AS facts FROM storefront_jobs.job WHERE data->'letter'->>'name' = 'order-news'`

t.test('a shopper who ordered before the shop sent emails gets none, a shopper who orders now gets one', async (t) => {
  const { buy } = await readShop(commerce)
  const early = await buy('usd')
  const app = await buildShopServer(commerce, NEWS)
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

  await findsItAgain(t, app, origin, late)
  await warnsOncePerCause(t, app, `${origin}/api/_internal/orders/placed`, late)

  await commerce.kill()
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

/** Finds the order from another browser than the one that placed it. */
async function findsItAgain(t: Test, app: FastifyInstance, origin: string, order: { id: string }) {
  const { number, display_id: sequence, email } = await app.carts.readOrder(order.id, { locale: 'en' })
  if (!email) throw new Error('the order has no address')
  const ask = async (body: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/orders/find`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'ru', ...headers },
      body: 'content-type' in headers ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
      redirect: 'manual',
    })

  const found = await ask({ number: `№ ${number}`, email: ` ${email.toUpperCase()} ` })
  t.match(await found.json(), { order: { id: order.id, display_id: sequence, number } })
  const cookie = found.headers.getSetCookie().find((header) => header.startsWith('found_order=')) ?? ''
  t.notMatch(cookie, /max-age|expires/i, 'a session cookie, because the browser may be shared')
  const held = await fetch(`${origin}/api/orders/${order.id}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  const shown = ((await held.json()) as OrderAnswer).order
  t.match(shown, { number, masked: {} }, 'the shopper now sees the order')
  t.notMatch(JSON.stringify(shown), email, 'but not the address')

  const failures = await Promise.all([
    ask({ number, email: 'somebody@shopper.example' }),
    ask({ number: drawOrderNumber(), email }),
  ])
  const messages = await Promise.all(failures.map(async (refusal) => ((await refusal.json()) as ApiError).message))
  t.same(
    failures.map(({ status, headers }) => [status, headers.getSetCookie()]),
    [
      [404, []],
      [404, []],
    ],
  )
  t.match(messages[0], /Мы\sне\sнашли заказа/)
  t.equal(messages[0], messages[1], 'the response does not reveal which of the two was wrong')
  t.match(await (await ask({ number: 'mine', email })).json(), { details: { fields: { number: /Введите номер/ } } })

  const sent = { number: number.toLowerCase(), email, return_to: '/ru/order/found', refused_to: '/ru/order/find' }
  t.equal((await ask(sent, FORM)).headers.get('location'), '/ru/order/found')
  const wrong = await ask({ ...sent, email: 'mine' }, FORM)
  t.equal(wrong.headers.get('location'), '/ru/order/find')
  t.ok(
    wrong.headers.getSetCookie().some((header) => header.startsWith('flash=')),
    'the typed values are kept',
  )

  const guesses = await Promise.all(Array.from({ length: 10 }, () => ask({ number: drawOrderNumber(), email })))
  t.ok(
    guesses.some(({ status }) => status === 429),
    'guessing is rate limited',
  )
}

t.test('a buyer gets one email each when staff ship, refund or cancel, however often it is reported', async (t) => {
  await commerce.start()
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
