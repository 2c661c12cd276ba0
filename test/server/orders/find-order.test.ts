import type { FastifyInstance } from 'fastify'
import t from 'tap'

import { orderPlacedEmail } from '#server/orders/order-emails.ts'
import { readWithdrawalForm } from '#server/orders/withdrawals/withdrawal-form.ts'
import type { ApiError } from '#shared/api-error.ts'
import type { Email, EmailFacts, EmailName } from '#shared/email/email.ts'
import type { Order, OrderAnswer, WithdrawalAnswer } from '#shared/order/order.ts'
import type { WithdrawalForm } from '#shared/order/withdrawal-form.ts'
import { TestShopper, buildShopServer } from '#test/server/shop-server.ts'
import { reportPlaced } from '#test/support/orders.ts'
import { readShop } from '#test/support/sample-shop.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

import { drawOrderNumber } from '../../../commerce/src/orders/order-number.ts'

const commerce = await ownCommerce()
const { buy } = await readShop(commerce)
const app = await buildShopServer(commerce, { TRUST_PROXY: '1' }, (api) => {
  api.get('/withdraw-page', (request) => readWithdrawalForm(request, new URL(request.url, 'http://shop').searchParams))
})
t.teardown(() => app.close())
const origin = await app.listen({ host: '127.0.0.1', port: 0 })

const EMAIL = 'shopper@example.com'
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'King',
  address_1: 'Lindenstr. 4',
  city: 'Berlin',
  postal_code: '10969',
  phone: '+49 30 1234567',
}
const PERSONAL = /shopper@|Ada|King|Lindenstr|Berlin|10969|\+49/

t.test('a stranger who guesses numbers from seven networks finds no order', async (t) => {
  const order = await place()
  const found = await tryFrom(7, Array.from({ length: 58 }, drawOrderNumber))
  t.same(
    found.filter(({ status }) => status === 200),
    [],
    'fifty-eight tries, as in the report',
  )
  t.notMatch(JSON.stringify(found), order.id)
})

t.test('after ten wrong tries at an address strangers learn nothing, and its owner gets in by email', async (t) => {
  const order = await place()
  const tried = await tryFrom(40, Array.from({ length: 40 }, drawOrderNumber))
  t.same([...new Set(tried.slice(10).map(({ status }) => status))], [202], 'every later try gets the same response')
  const right = await tryFrom(1, [order.number], '2001:db8:ffff::')
  t.equal(right[0]?.status, 202, 'a right guess gets the same response as a wrong one')
  t.same(right[0]?.body, tried.at(-1)?.body)
  const { facts } = await until(() => lastEmail(app, 'order-link', order.number))
  const owner = new TestShopper(app)
  const opened = await owner.call<OrderAnswer>('POST', '/api/orders/open', { token: tokenIn(facts.orderUrl) })
  t.match(opened.body, { order: { id: order.id, email: EMAIL } }, 'the owner opens the link in the email')
})

t.test('strangers who try many addresses for a number do not lock its owner out', async (t) => {
  const order = await place('owner@example.com')
  for (let at = 0; at < 25; at += 1) {
    const email = `somebody-${at}@example.com`
    await find({ number: order.number, email }, `2001:db8:${at.toString(16)}::1`)
  }
  const owner = await find({ number: order.number, email: 'owner@example.com' }, '203.0.113.9')
  t.equal(owner.status, 202)
  const { facts } = await until(() => lastEmail(app, 'order-link', order.number))
  const opened = await new TestShopper(app).call<OrderAnswer>('POST', '/api/orders/open', {
    token: tokenIn(facts.orderUrl),
  })
  t.equal(opened.body.order.id, order.id)
})

t.test('a shopper finds an order however they write its number, and a wrong try tells nothing', async (t) => {
  const { number, email = '' } = await place('writes@example.com')
  const ask = async (body: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/orders/find`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'ru',
        'x-forwarded-for': '198.51.100.3',
        ...headers,
      },
      body: 'content-type' in headers ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
      redirect: 'manual',
    })
  const found = await ask({ number: `№ ${number}`, email: ` ${email?.toUpperCase()} ` })
  t.match(await found.json(), { order: { number } })
  const cookie = found.headers.getSetCookie().find((header) => header.startsWith('found_order=')) ?? ''
  t.match(cookie, 'found_order=')
  t.notMatch(cookie, /max-age|expires/i, 'a session cookie, because the browser may be shared')

  const failures = [
    await ask({ number, email: 'somebody@shopper.example' }),
    await ask({ number: drawOrderNumber(), email }),
  ]
  for (const { status, headers } of failures) t.same([status, headers.getSetCookie()], [404, []])
  const [one, other] = await Promise.all(failures.map(async (refusal) => ((await refusal.json()) as ApiError).message))
  t.match(one, /Мы\sне\sнашли заказа/)
  t.equal(one, other, 'the response does not reveal which of the two was wrong')
  t.match(await (await ask({ number: 'mine', email })).json(), { details: { fields: { number: /Введите номер/ } } })

  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-mode': 'navigate' }
  const sent = { number: number.toLowerCase(), email, return_to: '/ru/order/found', refused_to: '/ru/order/find' }
  t.equal((await ask(sent, form)).headers.get('location'), '/ru/order/found')
  const wrong = await ask({ ...sent, email: 'mine' }, form)
  t.equal(wrong.headers.get('location'), '/ru/order/find')
  t.match(wrong.headers.getSetCookie().join(), 'flash=', 'the typed values are kept')
})

t.test('a visitor who tries too often is told when to try again', async (t) => {
  const answers = await tryFrom(
    1,
    Array.from({ length: 11 }, () => 'K7QM-4T2X-5'),
    '2001:db8:aaaa::',
    'nobody@example.com',
  )
  const last = answers.at(-1)
  t.equal(last?.status, 429)
  t.match((last?.body as ApiError | undefined)?.message, /try again in 10 min/)
})

t.test('a guest sees an order masked until they open the link in its email', async (t) => {
  const order = await place('ada.king@example.com')
  const guest = new TestShopper(app)
  const from = { 'x-forwarded-for': '198.51.100.1' }
  const found = await guest.call<OrderAnswer>(
    'POST',
    '/api/orders/find',
    { number: order.number, email: 'ada.king@example.com' },
    from,
  )
  t.match(found.body.order, {
    id: order.id,
    number: order.number,
    status: 'pending',
    masked: { email: 'a…@example.com' },
  })
  for (const path of ['found', order.id]) {
    const { body } = await guest.call<OrderAnswer>('GET', `/api/orders/${path}`)
    t.notMatch(JSON.stringify(body), PERSONAL, path)
    t.notMatch(JSON.stringify(body), 'ada.king')
    t.equal(body.order.items.length, 1)
  }
  t.equal((await guest.call('POST', '/api/orders/send-link', {}, from)).status, 202)
  const { facts } = await until(() => lastEmail(app, 'order-link', order.number))
  // Changes the character before the last one: some bits of the last base64url character are ignored.
  const forged = tokenIn(facts.orderUrl).replace(/.(?=.$)/, (character) => (character === 'x' ? 'y' : 'x'))
  const wrong = await guest.call('POST', '/api/orders/open', { token: forged })
  t.equal(wrong.status, 400)
  t.equal((await guest.call('POST', '/api/orders/open', { token: tokenIn(facts.orderUrl) })).status, 200)
  const { body } = await guest.call<OrderAnswer>('GET', '/api/orders/found')
  t.match(body.order, {
    email: 'ada.king@example.com',
    shipping_address: { last_name: 'King', address_1: 'Lindenstr. 4' },
  })
  t.notOk(body.order.masked)

  const unknown = await guest.call('POST', '/api/orders/send-link', { number: 'K7QM-4T2X-5', email: EMAIL }, from)
  const known = await guest.call(
    'POST',
    '/api/orders/send-link',
    { number: order.number, email: 'ada.king@example.com' },
    from,
  )
  t.same(
    [unknown.status, unknown.body],
    [known.status, known.body],
    'the response does not reveal whether an order exists',
  )
})

t.test('a withdrawal declared without the order link waits a day and can be revoked by its email', async (t) => {
  const order = await place('grace@example.com')
  const guest = new TestShopper(app)
  const from = { 'x-forwarded-for': '198.51.100.2' }
  await guest.call('POST', '/api/orders/find', { number: order.number, email: 'grace@example.com' }, from)
  const statement = await readStatement(guest, order)
  t.notMatch(
    Buffer.from(statement.split('.')[0] ?? '', 'base64url').toString(),
    'grace',
    'the page does not contain the address',
  )

  const sent = await guest.call<WithdrawalAnswer>('POST', '/api/orders/withdrawals', { statement })
  t.equal(sent.status, 200)
  const waits = Date.parse(sent.body.withdrawal.waits_until ?? '') - Date.parse(sent.body.withdrawal.received_at)
  t.equal(waits, 86_400_000)
  t.match(sent.body.message, /24 hours/)
  const { facts, to } = await until(() => lastEmail(app, 'withdrawal-received', order.number))
  t.equal(to, 'grace@example.com', 'the email goes to the address of the order')
  await app.withdrawals.carryOut()
  t.same(await stateOf(order), 'waiting', 'it is not processed yet')

  const token = tokenIn(facts.takeBack?.url ?? '')
  t.equal(
    (await new TestShopper(app).call('POST', '/api/orders/withdrawals/take-back', { token: `${token}x` })).status,
    400,
  )
  const back = await new TestShopper(app).call<{ message: string }>('POST', '/api/orders/withdrawals/take-back', {
    token,
  })
  t.match(back.body, { message: /cancelled/ })
  await app.database.query('UPDATE withdrawals SET due_at = now(), next_try_at = now() WHERE order_id = $1', [order.id])
  await app.withdrawals.carryOut()
  t.equal(await stateOf(order), 'taken_back')

  await t.test('declared again, it is processed and can no longer be revoked', async (t) => {
    await guest.call('POST', '/api/orders/withdrawals', { statement: await readStatement(guest, order) })
    const again = await until(async () => {
      const email = await lastEmail(app, 'withdrawal-received', order.number)
      return email?.facts.takeBack?.url !== facts.takeBack?.url && email
    })
    await app.database.query(
      "UPDATE withdrawals SET due_at = now(), next_try_at = now() WHERE order_id = $1 AND state = 'waiting'",
      [order.id],
    )
    await until(async () => (await app.withdrawals.carryOut(), (await stateOf(order)) === 'staff'))
    const late = await guest.call('POST', '/api/orders/withdrawals/take-back', {
      token: tokenIn(again.facts.takeBack?.url ?? ''),
    })
    t.equal(late.status, 409)
  })
})

async function place(email = EMAIL): Promise<Order> {
  const { id } = await buy('usd')
  if (email !== EMAIL)
    await commerce.admin(`/admin/orders/${id}`, { method: 'POST', body: { email, shipping_address: ADDRESS } })
  await reportPlaced(commerce, origin, id)
  return app.carts.readOrder(id, { locale: 'en' })
}

interface Found {
  status: number
  body: unknown
}

async function find(body: { number: string; email: string }, from: string): Promise<Found> {
  return new TestShopper(app).call('POST', '/api/orders/find', body, { 'x-forwarded-for': from })
}

/** Tries numbers one after the other, cycling through `networks` networks. */
async function tryFrom(
  networks: number,
  numbers: readonly string[],
  prefix = '2001:db8:77',
  email = EMAIL,
): Promise<Found[]> {
  const answers: Found[] = []
  for (const [at, number] of numbers.entries()) {
    const from = prefix.endsWith('::') ? `${prefix}1` : `${prefix}${(at % networks).toString(16).padStart(2, '0')}::1`
    answers.push(await find({ number, email }, from))
  }
  return answers
}

async function readStatement(guest: TestShopper, order: Order): Promise<string> {
  const asked = new URLSearchParams({ order: 'found', chosen: '1', [order.items[0]?.id ?? '']: '1' })
  const { body } = await guest.call<WithdrawalForm>('GET', `/withdraw-page?${asked}`)
  t.notMatch(JSON.stringify(body), 'grace@', 'the page does not show the address')
  return body.chosen?.statement ?? ''
}

async function stateOf({ id }: Order): Promise<string | undefined> {
  const rows = await app.database.query<{ state: string }>(
    'SELECT state FROM withdrawals WHERE order_id = $1 ORDER BY received_at DESC LIMIT 1',
    [id],
  )
  return rows[0]?.state
}

async function lastEmail<Name extends EmailName>(
  { database }: FastifyInstance,
  name: Name,
  number: string,
): Promise<{ to: string; facts: EmailFacts[Name] } | undefined> {
  const rows = await database.query<{ data: { to: string; letter: Email } }>(
    `SELECT data FROM storefront_jobs.job WHERE data->'letter'->>'name' = $1
       AND data->'letter'->'facts'->>'orderNumber' = $2 ORDER BY created_on DESC LIMIT 1`,
    [name, number],
  )
  const [row] = rows
  return row && { to: row.data.to, facts: row.data.letter.facts as EmailFacts[Name] }
}

function tokenIn(url: string): string {
  return new URL(url).searchParams.get('token') ?? ''
}

const EXPRESS = 1

t.test('the amounts in an order email add up with discounts on products and on shipping', async (t) => {
  let taken = 0
  for (const [code, method] of [
    ['PIECES', { type: 'percentage', value: 10, target_type: 'items', allocation: 'across' }],
    ['DELIVERY', { type: 'percentage', value: 50, target_type: 'shipping_methods', allocation: 'across' }],
  ] as const) {
    const body = { code, type: 'standard', status: 'active', is_automatic: true, application_method: method }
    await commerce.admin('/admin/promotions', { method: 'POST', body })
    const { id } = await buy('usd', EXPRESS)
    const order = await app.carts.readOrder(id, { locale: 'en' })
    t.ok(order.discount_total > taken, `${code} reduces the total`)
    taken = order.discount_total
    const { facts } = orderPlacedEmail({
      order,
      locale: 'en',
      origin: 'https://shop.example',
      translate: app.translate,
      orderUrl: 'https://shop.example/en/order/open?token=t',
    })
    if (!('order' in facts)) throw new Error('not an order email')
    const { subtotal, discount, shipping, total, lines } = facts.order
    t.equal(subtotal - discount + shipping, total)
    t.equal(
      subtotal,
      order.items.reduce((sum, line) => sum + line.unit_price * line.quantity, 0),
    )
    t.equal(
      lines.reduce((sum, line) => sum + line.total, 0),
      subtotal - discount,
    )
  }
})
