import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { toDecimal } from '#shared/money/format-money.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { inDatabase } from '#test/support/databases.ts'
import { hundredths } from '#test/support/orders.ts'
import { amountOf, capture, captureOf } from '#test/support/paypal/orders.ts'
import { makePayer, PAYPAL, type Completion, type Payer } from '#test/support/paypal/payer.ts'
import { openPayPal } from '#test/support/paypal/stand-in.ts'
import { makeEvent, type SentEvent } from '#test/support/paypal/webhooks.ts'
import { until } from '#test/support/until.ts'

const paypal = await openPayPal(t)
const commerce = await startTestCommerce({ name: 'paypal', environment: paypal.environment })
t.teardown(commerce.stop)

t.test('every region whose currency PayPal accepts offers PayPal', async (t) => {
  const { regions } = await commerce.store<{ regions: { id: string; currency_code: string }[] }>('/store/regions')
  const offers = await until(async () => {
    const lists = await Promise.all(
      regions.map(({ id }) =>
        commerce.store<{ payment_providers: { id: string }[] }>(`/store/payment-providers?region_id=${id}`),
      ),
    )
    const ids = lists.map(({ payment_providers: providers }) => providers.map(({ id }) => id).toSorted())
    return ids.every((list) => list.includes(PAYPAL)) && ids
  })
  for (const ids of offers) t.same(ids, [PAYPAL, 'pp_system_default'])
})

t.test('a shopper who approves and comes back has paid once and has one order', async (t) => {
  const payer = await makePayer(commerce)
  const session = await payer.startPayment()
  const order = paypal.lastOrder()
  t.match(session, {
    provider_id: PAYPAL,
    status: 'pending',
    data: {
      order_id: order.id,
      approval_url: order.links[0]?.href,
      expected: { currencyCode: 'USD' },
      capture_id: null,
    },
  })
  t.match(order, { intent: 'CAPTURE', purchase_units: [{ custom_id: session.id }] })
  t.match(order.payment_source.paypal?.experience_context, {
    return_url: 'https://shop.test/back',
    cancel_url: 'https://shop.test/cancel',
    locale: 'ru-RU',
    user_action: 'PAY_NOW',
  })
  t.equal(Number(amountOf(order).value), payer.total)

  paypal.approve(order)
  const first = await payer.complete()
  const second = await payer.complete()
  t.equal(first.type, 'order')
  t.equal(second.order?.id, first.order?.id)
  t.equal(captureOf(order)?.status, 'COMPLETED')
  t.equal(paypal.calls.filter(({ step, id }) => step === 'capture' && id === order.id).length, 1)
  const { payment, status } = await paymentOf(first.order?.id ?? '')
  t.equal(status, 'captured')
  t.match(payment, { provider_id: PAYPAL, amount: payer.total, captured_at: String })
})

t.test('a shopper who has not approved has no order, keeps the cart, and can still approve', async (t) => {
  const payer = await makePayer(commerce)
  await payer.startPayment()
  await t.rejects(payer.complete(), /400.*was not authorized/)
  t.match(await payer.sessions(), [{ status: 'requires_more', data: { approval_url: /checkoutnow/ } }])
  t.same(capturesOf(paypal.lastOrder().id), [])
  paypal.approve(paypal.lastOrder())
  t.equal((await payer.complete()).type, 'order')
})

t.test('a capture is retried with the same idempotency key if PayPal fails or its answer is lost', async (t) => {
  for (const fault of [500, 'lost'] as const) {
    const payer = await makePayer(commerce)
    await payer.startPayment()
    const order = paypal.lastOrder()
    paypal.approve(order)
    paypal.fail('capture', fault)
    t.equal((await payer.complete()).type, 'order', String(fault))
    const keys = capturesOf(order.id).map(({ key }) => key)
    t.equal(keys.length, 2)
    t.equal(new Set(keys).size, 1)
    t.equal(captureOf(order)?.status, 'COMPLETED')
  }
})

t.test('a payment is not rejected while its outcome at PayPal is unknown', async (t) => {
  const payer = await makePayer(commerce)
  await payer.startPayment()
  const order = paypal.lastOrder()
  paypal.approve(order)
  paypal.fail('capture', 'lost', 500, 500)
  await t.rejects(payer.complete(), /answered 409/)
  t.match(await payer.sessions(), [{ status: 'pending' }])
  t.equal((await payer.complete()).type, 'order', 'asked again, the money is found')
  t.equal(paypal.refunds.filter(({ captureId }) => captureId === captureOf(order)?.id).length, 0)
})

t.test('money that was captured for an abandoned payment is refunded', async (t) => {
  const payer = await makePayer(commerce)
  await payer.startPayment()
  const order = paypal.lastOrder()
  paypal.approve(order)
  paypal.fail('capture', 'lost', 500, 500)
  await t.rejects(payer.complete(), /answered 409/)
  await payer.setQuantity(2)
  t.equal(captureOf(order)?.status, 'REFUNDED', 'the cart was changed, and with it the sum')
  t.same(await payer.sessions(), [])
})

t.test('a PayPal order whose amount the browser has lowered gets no order, and its money is refunded', async (t) => {
  const payer = await makePayer(commerce)
  const begin = async () => {
    await payer.startPayment()
    const order = paypal.lastOrder()
    amountOf(order).value = '0.01'
    return order
  }
  const early = await begin()
  await t.rejects(payer.complete(), /400.*was not authorized/, 'completed before the approval')
  paypal.approve(early)
  await t.rejects(payer.complete(), /400.*was not authorized/)
  t.same(capturesOf(early.id), [])
  t.match(await payer.sessions(), [{ status: 'error', data: { mismatch: '0.01 USD' } }])

  const order = await begin()
  capture(order)
  await t.rejects(payer.complete(), /400.*was not authorized/, 'captured by the browser')
  t.equal(captureOf(order)?.status, 'REFUNDED')
  const { payments, mismatches } = await commerce.admin<{ payments: object[]; mismatches: object[] }>(
    '/admin/paypal/taken',
  )
  t.same(payments, [], 'nothing is kept')
  const refused = {
    amount: '0.01 USD',
    expected: `${toDecimal(hundredths(payer.total))} USD`,
    cart_id: payer.cartId,
    paypal_order: order.id,
  }
  t.match(mismatches, [refused], 'the dashboard shows it')

  await payer.startPayment()
  paypal.approve(paypal.lastOrder())
  t.equal((await payer.complete()).order?.total, payer.total, 'the cart can still be paid')
})

t.test('the total of a cart stays while PayPal reviews its payment', async (t) => {
  const payer = await makePayer(commerce)
  await payer.startPayment()
  const order = paypal.lastOrder()
  paypal.approve(order)
  capture(order, 'PENDING')
  await t.rejects(payer.setQuantity(2), /Could not delete all payment sessions/)
  t.match(await payer.sessions(), [{ amount: payer.total }], 'the payment stays known')
  t.equal((await payer.complete()).order?.total, payer.total)
})

t.test('a tax with fractions of a cent is authorized, captured and refunded in whole cents', async (t) => {
  const inCents = ({ total }: Payer) => Number(total.toFixed(2)) === total
  let payer = await makePayer(commerce, 'us', 'US-CA')
  // Whether the tax has fractions of a cent depends on the price, and each payer buys the next product.
  for (let more = 20; inCents(payer) && more > 0; more -= 1) payer = await makePayer(commerce, 'us', 'US-CA')
  t.notOk(inCents(payer), `Medusa asks for ${payer.total}`)
  await payer.startPayment()
  const order = paypal.lastOrder()
  const cents = hundredths(payer.total)
  t.equal(amountOf(order).value, toDecimal(cents))
  paypal.approve(order)
  const { order: placed } = await payer.complete()
  const { payment, status } = await paymentOf(placed?.id ?? '')
  t.equal(status, 'captured', 'nothing is left to pay')
  t.ok(payment?.captured_at)

  const body = { amount: cents / 100 }
  await commerce.admin(`/admin/payments/${payment?.id}/refund`, { method: 'POST', body })
  t.equal(captureOf(order)?.status, 'REFUNDED')
  t.equal((await paymentOf(placed?.id ?? '')).status, 'refunded')
})

t.test('the staff refunds a part, and then the rest', async (t) => {
  const payer = await makePayer(commerce)
  await payer.startPayment()
  const order = paypal.lastOrder()
  paypal.approve(order)
  const { payment } = await paymentOf((await payer.complete()).order?.id ?? '')
  const refund = (amount: number) =>
    commerce.admin(`/admin/payments/${payment?.id}/refund`, { method: 'POST', body: { amount } })
  await refund(10)
  t.equal(captureOf(order)?.status, 'PARTIALLY_REFUNDED')
  paypal.fail('refund', 'lost')
  await refund(payer.total - 10)
  t.equal(captureOf(order)?.status, 'REFUNDED')
  const sums = paypal.refunds.filter(({ captureId }) => captureId === captureOf(order)?.id)
  t.same(
    sums.map(({ amount }) => Number(amount.value)),
    [10, payer.total - 10],
    'an answer that was lost costs nothing twice',
  )
})

t.test('a webhook event that PayPal signed places the order once; a forged event does not', async (t) => {
  const payer = await makePayer(commerce)
  await payer.startPayment()
  const order = paypal.lastOrder()
  paypal.approve(order)
  const forged = makeEvent(paypal, 'CHECKOUT.ORDER.APPROVED', order)
  forged.headers['paypal-transmission-sig'] = 'bm90IFBheVBhbA=='
  t.equal(await notify(forged), 200)
  await until(() => paypal.calls.some(({ step, text }) => step === 'verify' && text.includes(order.id)))
  t.same(capturesOf(order.id), [], 'an event without a valid signature is ignored')

  t.equal(await notify(makeEvent(paypal, 'CHECKOUT.ORDER.APPROVED', order)), 200)
  await until(() => captureOf(order), 20_000)
  const { order: placed } = await completed(payer)
  t.equal(await notify(makeEvent(paypal, 'PAYMENT.CAPTURE.COMPLETED', order)), 200)
  await until(() => paypal.calls.filter(({ step, text }) => step === 'verify' && text.includes(order.id)).length === 3)
  t.equal((await payer.complete()).order?.id, placed?.id)
  t.equal(capturesOf(order.id).length, 1)
})

t.test('a shopper who approved and closed the page still gets the order, and refused money goes back', async (t) => {
  const thief = await makePayer(commerce)
  const lowered = await thief.startPayment()
  const refused = paypal.lastOrder()
  amountOf(refused).value = '0.01'
  paypal.approve(refused)
  await t.rejects(thief.complete(), /400.*was not authorized/)
  // The browser captures it after it was refused.
  capture(refused)
  await makeOlder(lowered.id, '10 minutes')

  const payer = await makePayer(commerce)
  const session = await payer.startPayment()
  paypal.approve(paypal.lastOrder())
  await makeOlder(session.id, '10 minutes')
  await until(() => captureOf(paypal.lastOrder()), 75_000)
  t.equal((await completed(payer)).type, 'order')
  t.equal(capturesOf(paypal.lastOrder().id).length, 1)
  await until(() => captureOf(refused)?.status === 'REFUNDED', 75_000)
})

t.test('no log contains the secret', async (t) => {
  const logs = join(commerce.dataDir, 'logs')
  const text = readdirSync(logs)
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('\n')
  for (const secret of [paypal.clientSecret, paypal.token]) t.notOk(text.includes(secret))
})

/** Retries while another attempt, which has captured the payment already, still creates the order. */
function completed(payer: Payer): Promise<Completion> {
  return until(() => payer.complete().catch(() => null), 20_000)
}

function capturesOf(orderId: string) {
  return paypal.calls.filter(({ step, id }) => step === 'capture' && id === orderId)
}

async function notify({ body, headers }: SentEvent): Promise<number> {
  const url = `${commerce.medusaUrl}/hooks/payment/paypal_paypal`
  return (await fetch(url, { method: 'POST', headers, body })).status
}

async function makeOlder(sessionId: string, age: string): Promise<void> {
  const sql = `UPDATE payment_session SET created_at = now() - $2::interval WHERE id = $1`
  await inDatabase(commerce.shopDatabaseUrl, sql, [sessionId, age])
}

interface AdminPayment {
  id: string
  provider_id: string
  amount: number
  captured_at: string | null
}

async function paymentOf(orderId: string): Promise<{ payment: AdminPayment | undefined; status: string }> {
  const fields = 'fields=payment_status,*payment_collections.payments'
  const { order } = await commerce.admin<{
    order: { payment_status: string; payment_collections: { payments: AdminPayment[] }[] }
  }>(`/admin/orders/${orderId}?${fields}`)
  return { payment: order.payment_collections[0]?.payments[0], status: order.payment_status }
}
