import t from 'tap'

import { readReductions } from '#server/price-ledger/price-ledger-queries.ts'
import { signedCall } from '#test/support/sign-call.ts'
import { startShop } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const TODAY = '/api/_internal/staff/today'

const shop = await startShop(t, { isReader: true })
const { url, app } = shop
await until(() => app.database.state() === 'ready')

t.test('only Medusa may ask what waits for the staff', async (t) => {
  const headers = { 'content-type': 'application/json' }
  t.equal((await fetch(url + TODAY, { method: 'POST', headers, body: '{}' })).status, 401)
})

async function ask<Answer>(report: string, body: object = {}): Promise<Answer> {
  const response = await signedCall(`${url}/api/_internal/staff/${report}`, body, shop.config.secret)
  t.equal(response.status, 200, report)
  return (await response.json()) as Answer
}

t.test('the dashboard shows the withdrawals that the command line shows', async (t) => {
  await app.database.query(
    "INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, state, staff_note, due_at) SELECT gen_random_uuid(), 'order_01', 'K7QM-4T2X-5', 'en', '[]', '[]', 'staff', 'Request the return by hand.', now()",
  )
  const today = (await (await signedCall(url + TODAY, {}, shop.config.secret)).json()) as {
    withdrawals: { staff: number; list: { id: string; number: string }[] }
  }
  t.match(today, { emails: [], withdrawals: { staff: 1, list: [{ number: 'K7QM-4T2X-5' }] }, demand: [], searches: [] })
  const id = today.withdrawals.list[0]?.id
  const done = await signedCall(`${url}/api/_internal/staff/withdrawals/done`, { id }, shop.config.secret)
  t.same(await done.json(), { isDone: true })
  t.match(await (await signedCall(url + TODAY, {}, shop.config.secret)).json(), { withdrawals: { staff: 0, list: [] } })
})

t.test('the dashboard warns of sending an order with a withdrawal until that is carried out', async (t) => {
  await app.database.query(
    `INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, state, due_at, next_try_at)
     SELECT gen_random_uuid(), 'order_' || name, 'K7QM-4T2X-5', 'en', '[]', '[]', state, due, now() + interval '1 hour'
     FROM (VALUES
       ('new', 'waiting', now() + interval '1 day'), ('due', 'waiting', now() - interval '1 minute'),
       ('canceled', 'taken_back', now()), ('done', 'done', now())
     ) AS sent (name, state, due)`,
  )
  const { withdrawals } = await ask<{ withdrawals: { orders: string[] } }>('today')
  t.same(withdrawals.orders.toSorted(), ['order_due', 'order_new'])
})

t.test('the dashboard shows the withdrawals of an order, whatever their state', async (t) => {
  await app.database.query(
    `INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, state, reason, return_id, due_at)
     VALUES (gen_random_uuid(), 'order_02', 'K7QM-4T2X-5', 'en', '[{"id": "1", "title": "Ring", "quantity": 1}]', '[]', 'done', 'Too small', 'return_1', now())`,
  )
  t.match(await ask('order', { id: 'order_02' }), {
    withdrawals: [{ state: 'done', reason: 'Too small', return_id: 'return_1', lines: [{ title: 'Ring' }] }],
    emails: [],
  })
  t.same(await ask('order', { id: 'order_03' }), { withdrawals: [], emails: [] })
})

t.test('the ledger names the variant of each currency that is reduced least', async (t) => {
  const variants = [
    { id: 'v1', sku: 'MOSS-5', amount: 500, original: 1000 },
    { id: 'v2', sku: 'MOSS-6', amount: 550, original: 1000 },
  ]
  await app.database.query(
    `INSERT INTO price_ledger (region_id, currency, product_id, handle, digest, variants)
     VALUES ('reg_xts', 'XTS', 'prod_moss', 'moss-ring', 'digest', $1)`,
    [JSON.stringify(variants)],
  )
  t.same(
    (await readReductions(app.database)).find(({ currency }) => currency === 'XTS'),
    {
      currency: 'XTS',
      least: 45,
      most: 50,
      leastOf: { handle: 'moss-ring', sku: 'MOSS-6', amount: 550, original: 1000 },
    },
  )
})

t.test('the dashboard shows what content:check finds, and drafts', async (t) => {
  const content = await ask<{ faults: object[]; drafts: object[]; documents: number }>('content')
  t.same(content.faults, [])
  t.match(content, { campaign: null, endingDays: 14 })
  t.match(content.drafts, [{ file: /\.draft\.md$/, locale: 'en' }, { locale: 'ru' }])
})

t.test('the dashboard shows the sizes of images', async (t) => {
  t.match(await ask('images', { sources: ['none.webp'] }), {
    images: [{ source: 'none.webp', width: null, problem: /^There is no image/ }],
  })
})
