import t, { type Test } from 'tap'

import { runSaga } from '#server/cli/admin/operations/compensation.ts'
import { shipOrder } from '#server/cli/admin/operations/fulfilment.ts'
import { exchangeItems, openClaim, type ExchangeInput } from '#server/cli/admin/operations/order-changes.ts'
import { captureOrder, refundOrder } from '#server/cli/admin/operations/payment.ts'
import { createAdminClient } from '#server/medusa/admin/admin-client.ts'
import { startFaultyServer } from '#test/server/medusa/faulty-server.ts'

/** A backend that answers by method and path, and refuses everything else. */
async function openAdmin(t: Test, answers: Record<string, unknown>) {
  const server = await startFaultyServer((request, response) => {
    const answer = answers[`${request.method} ${request.url?.split('?')[0]}`]
    response.writeHead(answer ? 200 : 400).end(JSON.stringify(answer ?? { message: 'Not today.' }))
  })
  const client = createAdminClient({ baseUrl: server.url, auth: { apiKey: 'sk_test' } })
  t.teardown(() => Promise.all([client.close(), server.close()]))
  return { admin: client.admin, asked: () => server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`) }
}

const payment = (id: string, amount: number) => ({
  id,
  amount,
  currency_code: 'eur',
  captures: [{ amount }],
  refunds: [{ amount: 0.1 }],
})
const order = {
  display_id: 7,
  currency_code: 'eur',
  payment_collections: [{ payments: [payment('pay_1', 20.1), payment('pay_2', 30.1)] }],
}
const PAID = { 'GET /admin/orders/order_1': { order }, 'POST /admin/payments/pay_1/refund': {} }

t.test('an order with several payments is refunded payment by payment, to the cent', async (t) => {
  const { admin, asked } = await openAdmin(t, { ...PAID, 'POST /admin/payments/pay_2/refund': {} })
  const moved = await refundOrder(admin, 'order_1', { amount: 2505 }, 'major')
  t.match(moved, [
    { paymentId: 'pay_1', amount: 2000 },
    { paymentId: 'pay_2', amount: 505, currency: 'EUR' },
  ])
  t.same(asked().slice(1), [
    'POST /admin/payments/pay_1/refund {"amount":20}',
    'POST /admin/payments/pay_2/refund {"amount":5.05}',
  ])
  await t.rejects(refundOrder(admin, 'order_1', { amount: 5001 }, 'major'), {
    message: 'At most €50.00 of order 7 can be given back.',
  })
})

t.test('if a payment cannot be refunded, the operator learns which ones were', async (t) => {
  const { admin } = await openAdmin(t, PAID)
  await t.rejects(refundOrder(admin, 'order_1', {}, 'major'), {
    name: 'PartiallyMovedError',
    message: 'Only €20.00 (pay_1) could be given back; ask for the rest alone: Not today.',
  })
})

t.test('if a payment cannot be captured, the operator learns which ones were', async (t) => {
  const [first, second] = order.payment_collections[0]?.payments.map((one) => ({ ...one, captures: [] })) ?? []
  const { admin } = await openAdmin(t, {
    'GET /admin/orders/order_1': { order: { ...order, payment_collections: [{ payments: [first, second] }] } },
    'POST /admin/payments/pay_1/capture': {},
  })
  await t.rejects(captureOrder(admin, 'order_1', 'major'), {
    name: 'PartiallyMovedError',
    message: 'Only €20.10 (pay_1) could be taken; ask for the rest alone: Not today.',
  })
})

t.test('two members of the staff who pack at once each ship their own parcel', async (t) => {
  const line = { id: 'ordli_1', detail: { quantity: 3, fulfilled_quantity: 0 } }
  const parcel = (id: string, quantity: number) => ({ id, items: [{ line_item_id: 'ordli_1', quantity }] })
  const { admin } = await openAdmin(t, {
    'GET /admin/orders/order_1': { order: { items: [line] } },
    'POST /admin/orders/order_1/fulfillments': { order: { fulfillments: [parcel('ful_theirs', 1), parcel('ful', 2)] } },
    'POST /admin/orders/order_1/fulfillments/ful/shipments': {},
  })
  t.same(await shipOrder(admin, 'order_1', { items: [{ id: 'ordli_1', quantity: 2 }] }), ['ful'])
})

t.test('a parcel that cannot be shipped is unpacked again', async (t) => {
  const line = { id: 'ordli_1', detail: { quantity: 1, fulfilled_quantity: 0 } }
  const gone = { id: 'ful_0', shipped_at: '2026-01-01' }
  const { admin, asked } = await openAdmin(t, {
    'GET /admin/orders/order_1': { order: { items: [line], fulfillments: [gone] } },
    'POST /admin/orders/order_1/fulfillments': { order: { fulfillments: [gone, { id: 'ful_1' }] } },
    'POST /admin/orders/order_1/fulfillments/ful_1/cancel': {},
  })
  await t.rejects(shipOrder(admin, 'order_1'), { name: 'BackendError', message: 'Not today.' })
  t.equal(asked().at(-1), 'POST /admin/orders/order_1/fulfillments/ful_1/cancel {}')
})

t.test('if one parcel is shipped and the next cannot be packed, the operator learns which was shipped', async (t) => {
  const lines = [{ id: 'ordli_1', detail: { quantity: 2, fulfilled_quantity: 1 } }]
  const packed = { id: 'ful_1', items: [{ line_item_id: 'ordli_1', quantity: 1 }] }
  const { admin } = await openAdmin(t, {
    'GET /admin/orders/order_1': { order: { display_id: 7, items: lines, fulfillments: [packed] } },
    'POST /admin/orders/order_1/fulfillments/ful_1/shipments': {},
  })
  const labels = [{ tracking_number: 'T-1', tracking_url: 'https://post.example/T-1', label_url: '#' }]
  await t.rejects(shipOrder(admin, 'order_1', { labels }), {
    message: /^Order 7 goes in more parcels than one, and the labels are of one: .* Packed already: ful_1\.$/,
  })
  await t.rejects(shipOrder(admin, 'order_1'), {
    message: 'ful_1 of order 7 went out; the rest did not: Not today.',
  })
})

t.test('outbound items without shipping are refused before anything is started', async (t) => {
  const { admin, asked } = await openAdmin(t, {})
  const items = [{ id: 'ordli_1', quantity: 1 }]
  const outbound = { items: [{ variant_id: 'variant_1', quantity: 1 }] } as unknown as ExchangeInput['outbound']
  const message = /^What goes out needs its delivery: /
  await t.rejects(openClaim(admin, { order_id: 'order_1', type: 'replace', items, outbound }), { message })
  await t.rejects(exchangeItems(admin, { order_id: 'order_1', inbound: { items }, outbound }), { message })
  t.same(asked(), [])
})

t.test('a failed rollback is reported with the original error', async (t) => {
  const refuse = (message: string) => async () => Promise.reject(new Error(message))
  const claim = {
    name: 'The claim of order order_1',
    begin: async () => 'claim_1',
    finish: refuse('No such piece.'),
    rollBack: refuse('Nor that'),
    findResult: async () => undefined,
  }
  await t.rejects(runSaga(claim), {
    name: 'RollbackFailedError',
    message: 'No such piece. The claim of order order_1 is still open, since it could not be taken back: Nor that.',
  })
})
