import t from 'tap'

import { openCustomerSession, type CustomerSession } from '#server/medusa/customers/customer-session.ts'
import { createBackend } from '#server/medusa/http.ts'
import type { ShippingOptionList } from '#shared/cart/cart.ts'
import type { OrderAnswer } from '#shared/order/order.ts'
import { visitorFrom } from '#test/server/cart/cart-visitor.ts'
import { buildShopServer, listProducts } from '#test/server/shop-server.ts'
import { resetTokenOf } from '#test/support/reset-token.ts'
import { ownCommerce } from '#test/support/test-shop.ts'
import { until } from '#test/support/until.ts'

const commerce = await ownCommerce()
const app = await buildShopServer(commerce)
t.teardown(() => app.close())

/** Long timeouts: fifty concurrent customers on a machine that may be busy. */
const backend = createBackend({
  baseUrl: commerce.medusaUrl,
  publishableKey: commerce.publishableKey,
  readTimeoutMs: 60_000,
  writeTimeoutMs: 60_000,
})
t.teardown(() => backend.close())

const UNKNOWN = { name: 'BackendError', statusText: 'Unauthorized' }
const NOT_ALLOWED = { name: 'BackendError', statusText: 'Bad Request' }

const PASSWORD = 'a password of nobody'
const ADDRESS = { first_name: 'Ada', last_name: 'King', address_1: '12 Engine Street', city: 'London' }
const [product = ''] = await listProducts(commerce, 6)

const open = (token?: string): Promise<CustomerSession> => openCustomerSession(backend, token)
const identity = (name: string) => ({ email: `${name}@shopper.example`, password: PASSWORD })

async function register(name: string): Promise<string> {
  const { auth, account, token } = await open()
  await auth.register('emailpass', identity(name))
  await account.register({ email: identity(name).email, first_name: name })
  await auth.login('emailpass', identity(name))
  return (await token()) ?? ''
}

async function orderOf(email: string): Promise<string> {
  const { shopper, path, update } = await visitorFrom(app, 'US', [[product, 1]])
  await update({ email, shipping_address: { ...ADDRESS, postal_code: '10001', country_code: 'US', province: 'NY' } })
  const { body } = await shopper.call<ShippingOptionList>('GET', `${path}/shipping-options`)
  await shopper.call('POST', `${path}/shipping-methods`, { option_id: body.shipping_options[0]?.id })
  const placed = await shopper.call<OrderAnswer>('POST', `${path}/complete`, { provider_id: 'pp_system_default' })
  return placed.body.order.id
}

t.test('a customer registers, logs in, is identified by the token, and logs out', async (t) => {
  const token = await register('ada')
  const { auth, account, token: remembered } = await open(token)
  t.match(await account.read(), { email: 'ada@shopper.example', first_name: 'ada', has_account: true })
  t.match(await account.update({ last_name: 'King', phone: '+44 20 7946 0000' }), { last_name: 'King' })

  // Tokens issued within the same second are equal.
  const fresh = await until(async () => auth.refresh().then((refreshed) => refreshed !== token && refreshed))
  t.equal(await remembered(), fresh)
  t.equal((await account.read()).last_name, 'King')
  await auth.startSession()
  await auth.logout()
  t.equal(await remembered(), undefined)
  await t.rejects(account.read(), UNKNOWN)
  await t.rejects(auth.login('emailpass', { ...identity('ada'), password: 'a guess' }), UNKNOWN)
  await t.rejects(auth.register('emailpass', identity('ada')), UNKNOWN, 'an address is registered once')
})

t.test('a forgotten password is reset once, with the token of the email', async (t) => {
  await register('clara')
  const { auth } = await open()
  await auth.resetPassword('emailpass', 'clara@shopper.example')
  await auth.resetPassword('emailpass', 'nobody@shopper.example')
  const token = await resetTokenOf(commerce, 'clara@shopper.example')
  await auth.updateProvider('emailpass', { password: 'another one' }, token)
  await t.rejects(auth.updateProvider('emailpass', { password: 'a third' }, token), UNKNOWN)
  await t.rejects(auth.login('emailpass', identity('clara')), UNKNOWN)
  t.type(await auth.login('emailpass', { ...identity('clara'), password: 'another one' }), 'string')
})

t.test('an order is transferred to an account only after the emailed link is accepted', async (t) => {
  const friend = await open(await register('friend'))
  const guest = await open()
  const orderId = await orderOf('giver@shopper.example')
  await t.rejects(guest.orders.requestTransfer(orderId), UNKNOWN, 'only an account can ask')

  await friend.orders.requestTransfer(orderId, { description: 'It was my birthday' })
  await t.rejects(guest.orders.acceptTransfer(orderId, 'a guess'), NOT_ALLOWED)
  await friend.orders.cancelTransfer(orderId)
  await t.rejects(guest.orders.acceptTransfer(orderId, 'late'), NOT_ALLOWED, 'a canceled transfer cannot be accepted')

  await friend.orders.requestTransfer(orderId)
  t.equal((await guest.orders.declineTransfer(orderId, await transferTokenOf(orderId))).id, orderId)
  t.same(await friend.orders.list(), [])

  await friend.orders.requestTransfer(orderId)
  await guest.orders.acceptTransfer(orderId, await transferTokenOf(orderId))
  t.match(await friend.orders.list(), [{ id: orderId }])
  t.equal((await friend.orders.read(orderId)).id, orderId)
})

async function transferTokenOf(orderId: string): Promise<string> {
  interface Changes {
    order_changes: { status: string; actions: { details: { token?: string } | null }[] }[]
  }
  const { order_changes: changes } = await commerce.admin<Changes>(`/admin/orders/${orderId}/changes`)
  const asked = changes.find(({ status }) => status === 'requested')
  return asked?.actions.flatMap(({ details }) => details?.token ?? [])[0] ?? ''
}
