import t from 'tap'

import { buildShopServer, TestShopper } from '#test/server/shop-server.ts'
import { sharedCommerce } from '#test/support/shared-commerce.ts'

const app = await buildShopServer(await sharedCommerce())
t.teardown(() => app.close())

const BROWSER = '0123456789abcdef0123456789abcdef'
const CHOICE = { choice: 'accepted', version: '2026-11', id: BROWSER }

t.test('each choice of a browser is recorded once, without personal data', async (t) => {
  const visitor = new TestShopper(app)
  const send = async (choice: string) => (await visitor.call('POST', '/api/consent', { ...CHOICE, choice })).status
  // The second request repeats the first, whose response was lost.
  for (const choice of ['accepted', 'accepted', 'rejected', 'accepted']) t.equal(await send(choice), 204)
  const rows = await app.database.query<Record<string, unknown>>('SELECT * FROM consent_records ORDER BY number')
  t.same(
    rows.map(({ choice }) => choice),
    ['accepted', 'rejected', 'accepted'],
  )
  t.same(Object.keys(rows[0] ?? {}).toSorted(), ['browser', 'choice', 'number', 'recorded_at', 'version'])
})

t.test('an invalid choice is refused with the name of the field', async (t) => {
  const visitor = new TestShopper(app)
  for (const [field, value] of [
    ['choice', 'perhaps'],
    ['version', 'new'],
    ['id', 'ada@shopper.example'],
    ['email', 'ada@shopper.example'],
  ] as const) {
    const body = { ...CHOICE, [field]: value }
    const answer = await visitor.call<{ statusCode: number }>('POST', '/api/consent', body)
    t.equal(answer.status, 400, field)
    t.ok(JSON.stringify(answer.body).includes(field), 'the response names the field')
  }
})
