import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'
import t from 'tap'

import type { ApiError } from '#shared/api-error.ts'
import type { CartAnswer, CurrentCartAnswer, ShippingOptionList } from '#shared/cart/cart.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { visitorFrom } from '#test/server/cart/cart-visitor.ts'
import { buildShopServer, listProducts, TestShopper } from '#test/server/shop-server.ts'
import { startTestCommerce } from '#test/support/commerce.ts'
import { ordersOf } from '#test/support/orders.ts'
import { amountOf, capture, captureOf } from '#test/support/paypal/orders.ts'
import { PAYPAL } from '#test/support/paypal/payer.ts'
import { openPayPal } from '#test/support/paypal/stand-in.ts'
import { ADDRESS, readyCart } from '#test/support/ready-cart.ts'
import { addPromoCode } from '#test/support/shop-changes.ts'
import { until } from '#test/support/until.ts'

import { runCommand, type CommandResult } from '../run-command.ts'

const paypal = await openPayPal(t)
const commerce = await startTestCommerce({ name: 'one-order', environment: paypal.environment })
t.teardown(commerce.stop)
const app = await buildShopServer(commerce)
t.teardown(() => app.close())
const [variantId = ''] = await listProducts(commerce, 12)

let shoppers = 0

const db = new Client(commerce.shopDatabaseUrl)
await db.connect()
t.teardown(() => db.end())

async function prepareShopper({ provider = PAYPAL, isApproved = true } = {}) {
  const shopper = new TestShopper(app)
  const email = `shopper-${(shoppers += 1)}@example.com`
  const cart = await readyCart(async (...call) => shopper.call(...call), { variantId, email, provider })
  const path = `/api/carts/${cart.id}/complete`
  if (provider === PAYPAL && isApproved) paypal.approve(paypal.lastOrder())
  return { shopper, email, cart, path, order: async () => shopper.call<OrderAnswer & ApiError>('POST', path) }
}

const interrupted = await placeInterruptedOrder()

t.test('ten clicks on two storefronts at once are one order', async (t) => {
  const { email, path, order, shopper } = await prepareShopper()
  const other = await buildShopServer(commerce)
  t.teardown(() => other.close())
  const elsewhere = async () => (await shopper.elsewhere(other).call<OrderAnswer>('POST', path)).body.order.id
  const clicks = Array.from({ length: 10 }, async (_, click) =>
    click % 2 === 0 ? elsewhere() : (await order()).body.order.id,
  )
  t.equal(new Set(await Promise.all(clicks)).size, 1)
  t.equal((await ordersOf(commerce, email)).length, 1)
})

t.test('after a declined payment the same cart can be paid again', async (t) => {
  const { email, cart, shopper, order } = await prepareShopper()
  const refused = paypal.lastOrder()
  paypal.declined.add(refused.id)
  const first = await order()
  t.match(first, { status: 402, body: { message: /wasn’t accepted/ } })
  const cached = (await shopper.call<CartAnswer>('GET', `/api/carts/${cart.id}`)).body.cart
  t.match(cached, { status: 'open', items: [{ quantity: 1 }], email })
  t.same(await ordersOf(commerce, email), [])

  const again = await shopper.call('POST', `/api/carts/${cart.id}/payment-sessions`, { provider_id: PAYPAL })
  t.equal(again.status, 200)
  t.not(paypal.lastOrder().id, refused.id, 'a payment of its own')
  paypal.approve(paypal.lastOrder())
  t.equal((await order()).status, 200)
  t.equal((await ordersOf(commerce, email)).length, 1)
})

t.test('a payment of another amount is refunded, and the shopper is told what to do', async (t) => {
  const { shopper, cart, path, order, email } = await prepareShopper({ isApproved: false })
  amountOf(paypal.lastOrder()).value = '0.01'
  t.equal((await order()).status, 402, 'completed before the approval')
  paypal.approve(paypal.lastOrder())
  t.match(await order(), { status: 402, body: { message: /^The amount of your payment didn’t match.*pay again/ } })

  await shopper.call('POST', `/api/carts/${cart.id}/payment-sessions`, { provider_id: PAYPAL, funding: 'card' })
  const taken = paypal.lastOrder()
  amountOf(taken).value = '0.01'
  capture(taken)
  const russian = await shopper.call<ApiError>('POST', `${path}?lang=ru`)
  t.match(russian, { status: 402, body: { message: /^Сумма платежа/ } }, 'captured by the browser')
  t.equal(captureOf(taken)?.status, 'REFUNDED')
  t.same(await ordersOf(commerce, email), [])

  await shopper.call('POST', `/api/carts/${cart.id}/payment-sessions`, { provider_id: PAYPAL })
  paypal.approve(paypal.lastOrder())
  t.equal((await order()).body.order.total, cart.total)
})

t.test('cart, PayPal and order have the same whole number of yen', async (t) => {
  await addPromoCode(commerce, 'THIRD', 33.33)
  const address = { ...ADDRESS, city: 'Tokyo', postal_code: '100-0001', province: '13', country_code: 'JP' }
  const { shopper, path } = await visitorFrom(app, 'JP', [[variantId, 1]])
  await shopper.call('POST', path, { email: 'yen@example.com', shipping_address: address, promo_codes: ['THIRD'] })
  const { body: ways } = await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`)
  await shopper.call('POST', `${path}/shipping-methods`, { option_id: ways.shipping_options[0]?.id })
  const paid = await shopper.call<CartAnswer>('POST', `${path}/payment-sessions`, { provider_id: PAYPAL })
  const { total, currency_code: currency } = paid.body.cart
  t.equal(currency, 'JPY')
  const { rows } = await db.query<{ amount: string }>(
    `SELECT amount FROM payment_session WHERE data->>'order_id' = $1`,
    [paypal.lastOrder().id],
  )
  t.not(Number(rows[0]?.amount) % 1, 0, 'Medusa has a fraction of a yen')
  t.equal(total % 100, 0)
  t.match(amountOf(paypal.lastOrder()), { currency_code: 'JPY', value: String(total / 100) })
  paypal.approve(paypal.lastOrder())
  const placed = await shopper.call<OrderAnswer & ApiError>('POST', `${path}/complete`, { total })
  t.match(placed, { status: 200, body: { order: { total, payment: { state: 'paid', amount_due: 0 } } } })
})

t.test('an error of a completion leads the shopper to the page that can fix it', async (t) => {
  const { shopper, path } = await prepareShopper({ isApproved: false })
  const followed = await shopper.call<ApiError>('POST', `${path}?lang=ru`, { follow: true })
  t.match(followed, { status: 402, body: { details: { page: '/ru/checkout/payment' } } })
  t.ok(shopper.cookies.has('flash'), 'with its words')
  const form = await shopper.submit('/api/carts/current/complete', { return_to: '/en/order/confirmation' })
  t.match(form, { status: 303, location: '/en/checkout/payment' })
})

t.test("an order that was placed in another session is handed over on the shopper's next visit", async (t) => {
  const { email, path, shopper } = await prepareShopper()
  t.equal((await app.inject({ method: 'POST', url: path })).statusCode, 403, 'the id of a cart alone orders nothing')
  t.equal((await shopper.elsewhere().call('POST', path)).status, 200)
  const { body } = await shopper.call<CurrentCartAnswer>('GET', '/api/carts/current')
  t.equal(body.cart?.status, 'completed')
  t.match((await shopper.call<OrderAnswer>('GET', '/api/orders/current')).body.order, { email })
  t.same((await shopper.call('GET', '/api/carts/current')).body, { cart: null }, 'and the cart is let go')
  const late = await shopper.submit('/api/carts/current/complete', { return_to: '/ru/checkout/confirming' })
  t.match(late, { status: 303, location: '/ru/order/confirmation' }, 'a second form finds the order too')
})

t.test('an interrupted order that is not retried is placed by a job', async (t) => {
  // The job runs once a minute.
  await until(async () => (await countCompleteOrders(interrupted)) === 1, 75_000)
  t.equal((await ordersOf(commerce, interrupted)).length, 1, 'and there is no second one')
})

t.test('an operator sees every payment without an order, and every order without its payment', async (t) => {
  t.same(await stranded(), { code: 0, output: 'Paid without an order: 0\nOrdered without a payment: 0\n' })

  const invoice = await prepareShopper({ provider: 'pp_system_default' })
  await invoice.order()
  t.equal((await stranded()).code, 0, 'an order by invoice is not reported')

  const { cart, email, order } = await prepareShopper()
  const { body } = await order()
  const payment = paypal.lastOrder()
  await db.query(`UPDATE order_payment_collection SET deleted_at = now() WHERE order_id = $1`, [body.order.id])
  const { code, output } = await stranded()
  t.equal(code, 3)
  t.match(output, new RegExp(`Paid without an order: 1\\n +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  €[\\d,.]+  ${cart.id}`))
  t.match(output, payment.purchase_units[0]?.payments?.captures[0]?.id)
  t.notMatch(output, email)
  t.equal((await stranded('--minutes', '5')).code, 0, 'recent orders are skipped')
  const textfile = join(t.testdir(), 'payments.prom')
  await stranded('--minutes', '0', '--textfile', textfile)
  t.match(
    readFileSync(textfile, 'utf8'),
    'payments_orphaned{kind="paid-without-order"} 1\n',
    'Prometheus gets the count',
  )

  const known = output.split('\n').length
  const unknown = await prepareShopper()
  const taken = paypal.lastOrder()
  capture(taken)
  const named = await stranded()
  t.match(named, { code: 3, output: new RegExp(`${unknown.cart.id}  pp_paypal_paypal ${captureOf(taken)?.id}`) })
  t.equal(named.output.split('\n').length, known + 1, 'money that Medusa has not heard of is named too')
  paypal.fail('read', ...Array.from({ length: 40 }, () => 500 as const))
  t.match(
    await stranded(),
    { code: 1, output: /PayPal did not return an order/ },
    'a failed check is not reported as success',
  )
  paypal.fail('read')
  t.equal((await unknown.order()).status, 200)
  t.equal((await stranded()).output, output, 'once it is ordered it is at home')

  t.match(await stranded('--days', 'many'), { code: 1, output: /^--days is a number/ })
  t.match(await strandedAs({ MEDUSA_ADMIN_KEY: 'sk_wrong' }), { code: 1, output: /refuses MEDUSA_ADMIN_KEY/ })
  t.match(await strandedAs({ MEDUSA_ADMIN_KEY: '' }), { code: 1, output: /MEDUSA_ADMIN_KEY is missing/ })
  t.match(await strandedAs({ MEDUSA_URL: 'http://127.0.0.1:9' }), { code: 1, output: /could not be reached/ })
})

/**
 * The state if Medusa was killed ten minutes ago right after it created the order.
 * @returns the email address of the order
 */
async function placeInterruptedOrder(): Promise<string> {
  const { email, cart, order } = await prepareShopper({ provider: 'pp_system_default' })
  const { id } = (await order()).body.order
  await db.query(
    `UPDATE "order" SET metadata = metadata - 'is_whole', created_at = now() - interval '10 minutes' WHERE id = $1`,
    [id],
  )
  await db.query(`DELETE FROM order_cart WHERE order_id = $1`, [id])
  await db.query(`DELETE FROM order_payment_collection WHERE order_id = $1`, [id])
  await db.query(`UPDATE cart SET completed_at = NULL WHERE id = $1`, [cart.id])
  if ((await countCompleteOrders(email)) !== 0) throw new Error('the order is still whole')
  return email
}

async function countCompleteOrders(email: string): Promise<number> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM "order" WHERE email = $1 AND deleted_at IS NULL AND (metadata->>'is_whole')::boolean`,
    [email],
  )
  return rowCount ?? 0
}

async function stranded(...args: string[]): Promise<CommandResult> {
  return strandedAs({}, args.length > 0 ? args : ['--minutes', '0'])
}

async function strandedAs(over: Record<string, string>, args: string[] = []): Promise<CommandResult> {
  return runCommand('stranded-payments/stranded-command.ts', args, {
    MEDUSA_URL: commerce.medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: commerce.publishableKey,
    MEDUSA_ADMIN_KEY: commerce.adminKey,
    DATABASE_URL: commerce.databaseUrl,
    SECRET: commerce.secret,
    ...over,
  })
}
