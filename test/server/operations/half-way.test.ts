import t, { type Test } from 'tap'

import { createBackOffice } from '#server/commerce/back-office.ts'
import { shipOrder } from '#server/operations/fulfilment.ts'
import { orTakeBack } from '#server/operations/or-take-back.ts'
import { refundOrder } from '#server/operations/payment.ts'
import { startFaultyServer } from '#test/server/commerce/faulty-server.ts'

/** A backend that answers by method and path, and refuses what it is not told of. */
async function openOffice(t: Test, answers: Record<string, unknown>) {
  const server = await startFaultyServer((request, response) => {
    const answer = answers[`${request.method} ${request.url?.split('?')[0]}`]
    response.writeHead(answer ? 200 : 400).end(JSON.stringify(answer ?? { message: 'Not today.' }))
  })
  const office = createBackOffice({ baseUrl: server.url, auth: { apiKey: 'sk_test' } })
  t.teardown(() => Promise.all([office.close(), server.close()]))
  return { admin: office.admin, asked: () => server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`) }
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

t.test('what was paid in parts is given back in parts, to the cent', async (t) => {
  const { admin, asked } = await openOffice(t, { ...PAID, 'POST /admin/payments/pay_2/refund': {} })
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

t.test('where a part cannot be given back, the operator learns which was', async (t) => {
  const { admin } = await openOffice(t, PAID)
  await t.rejects(refundOrder(admin, 'order_1', {}, 'major'), {
    name: 'PartlyRefundedError',
    message: 'Only €20.00 (pay_1) could be given back; ask for the rest alone: Not today.',
  })
})

t.test('a parcel that cannot be sent is unpacked again', async (t) => {
  const line = { id: 'ordli_1', detail: { quantity: 1, fulfilled_quantity: 0 } }
  const { admin, asked } = await openOffice(t, {
    'GET /admin/orders/order_1': { order: { items: [line], fulfillments: [{ id: 'ful_0' }] } },
    'POST /admin/orders/order_1/fulfillments': { order: { fulfillments: [{ id: 'ful_0' }, { id: 'ful_1' }] } },
    'POST /admin/orders/order_1/fulfillments/ful_1/cancel': {},
  })
  await t.rejects(shipOrder(admin, 'order_1'), { name: 'BackendError', message: 'Not today.' })
  t.equal(asked().at(-1), 'POST /admin/orders/order_1/fulfillments/ful_1/cancel {}')
})

t.test('what cannot be taken back is said, with why it was to be', async (t) => {
  const refuse = (message: string) => async () => Promise.reject(new Error(message))
  const begun = { name: 'Claim claim_1', takeBack: refuse('Nor that') }
  await t.rejects(orTakeBack(refuse('No such piece.'), begun), {
    name: 'LeftOpenError',
    message: 'No such piece. Claim claim_1 is still open, since it could not be taken back: Nor that.',
  })
})
