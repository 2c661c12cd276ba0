import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { buildShopServer } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { signedCall } from '#test/support/sign-call.ts'

const commerce = await startTestCommerce({ name: 'order-signal' })
t.teardown(() => commerce.stop())

/** As a browser sends a form, or a script its call. */
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-mode': 'navigate' }

const NAMES = 'SELECT name, once FROM letters'

t.test(
  'whoever ordered before the shop wrote letters is not surprised by one, whoever orders now gets one',
  async (t) => {
    const { buy } = await readShop(commerce)
    const early = await buy('usd')
    const app = await buildShopServer(commerce)
    t.teardown(() => app.close())
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const reported = async (id: string) => {
      const body = { order_id: id, locale: null }
      return (await signedCall(`${origin}/api/_internal/orders/placed`, body, commerce.secret)).status
    }
    t.equal(await reported(early.id), 202)
    t.same(await app.database.query(NAMES), [])

    const late = await buy('usd')
    t.same([await reported(late.id), await reported(late.id)], [202, 202])
    t.same(await app.database.query(NAMES), [{ name: 'order-placed', once: `order-placed:${late.id}` }])

    await findsItAgain(t, app, origin, late)
    await response(t, app, `${origin}/api/_internal/orders/placed`, late)

    await commerce.kill()
    t.equal(await reported(late.id), 202, 'told again, it asks nobody about an order that it knows')
  },
)

/** The operator reads, once for each cause, why an email is not written. */
async function response(t: Test, app: FastifyInstance, url: string, { id }: { id: string }) {
  const warned = t.capture(app.log, 'warn')
  const body = { order_id: id, locale: null }
  const hourAgo = Date.now() - 3_600_000
  for (const _ of ['tried', 'tried again']) {
    t.equal((await signedCall(url, body, 'another secret')).status, 401)
    t.equal((await signedCall(url, body, commerce.secret, hourAgo)).status, 401)
    t.equal((await signedCall(url, { ...body, order_id: 'order_OFANOTHER' }, commerce.secret)).status, 404)
  }
  // Of the email of the order the log may tell meanwhile.
  const messages = warned()
    .map(({ args }) => String(args[1]))
    .filter((message) => message.includes('backend'))
  t.equal(messages.length, 3, 'not a line for each try')
  t.match(messages, [/whether BACKEND_SIGNING_KEY/, /whether the clocks/, /whether MEDUSA_URL/])
}

/** Another browser than the one that placed it. */
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
  const cookie = found.headers.getSetCookie().find((one) => one.startsWith('found_order=')) ?? ''
  t.notMatch(cookie, /max-age|expires/i, 'until the browser is closed: it may be a shared one')
  const held = await fetch(`${origin}/api/orders/${order.id}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  const shown = ((await held.json()) as OrderAnswer).order
  t.match(shown, { number, masked: {} }, 'and from then on they see it')
  t.notMatch(JSON.stringify(shown), email, 'but not who placed it')

  const httpErrors = await Promise.all([
    ask({ number, email: 'somebody@shopper.example' }),
    ask({ number: String(sequence), email }),
  ])
  const reported = await Promise.all(
    httpErrors.map(async (httpError) => ((await httpError.json()) as ApiError).message),
  )
  t.same(
    httpErrors.map(({ status, headers }) => [status, headers.getSetCookie()]),
    [
      [404, []],
      [404, []],
    ],
  )
  t.match(reported[0], /Мы\sне\sнашли заказа/)
  t.equal(reported[0], reported[1], 'nobody learns which orders there are, or whose they are')
  t.match(await (await ask({ number: 'mine', email })).json(), { details: { fields: { number: /Введите номер/ } } })

  const sent = { number: number.toLowerCase(), email, return_to: '/ru/order/found', refused_to: '/ru/order/find' }
  t.equal((await ask(sent, FORM)).headers.get('location'), '/ru/order/found')
  const wrong = await ask({ ...sent, email: 'mine' }, FORM)
  t.equal(wrong.headers.get('location'), '/ru/order/find')
  t.ok(
    wrong.headers.getSetCookie().some((one) => one.startsWith('flash=')),
    'what was typed is not lost',
  )

  const guesses = await Promise.all(Array.from({ length: 10 }, (_, tried) => ask({ number: String(tried), email })))
  t.ok(
    guesses.some(({ status }) => status === 429),
    'nobody tries numbers for long',
  )
}
