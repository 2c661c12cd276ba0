import type { Store } from '@medusajs/js-sdk'
import t from 'tap'

import { createBackend } from '#server/commerce/http.ts'

import { answerJson, startFaultyServer } from './faulty-server.ts'

interface StoreCall {
  row: string
  run: (store: Store) => Promise<unknown>
  sent: { method: string; url: string; body?: unknown }
}

const cart = { id: 'cart_1' } as Parameters<Store['payment']['initiatePaymentSession']>[0]
const cartWithCollection = { ...cart, payment_collection: { id: 'pay_col_1' } } as typeof cart

const CALLS: StoreCall[] = [
  {
    row: 'SF-001',
    run: (store) => store.region.list({ limit: 5 }),
    sent: { method: 'GET', url: '/store/regions?limit=5' },
  },
  {
    row: 'SF-002',
    run: (store) => store.region.retrieve('reg_1'),
    sent: { method: 'GET', url: '/store/regions/reg_1' },
  },
  { row: 'SF-003', run: (store) => store.collection.list(), sent: { method: 'GET', url: '/store/collections' } },
  {
    row: 'SF-004',
    run: (store) => store.category.list({ handle: 'rings' }),
    sent: { method: 'GET', url: '/store/product-categories?handle=rings' },
  },
  {
    row: 'SF-005',
    run: (store) =>
      store.product.list({ id: ['prod_1', 'prod_2'], region_id: 'reg_1', fields: '*variants.calculated_price' }),
    sent: {
      method: 'GET',
      url: '/store/products?id[0]=prod_1&id[1]=prod_2&region_id=reg_1&fields=*variants.calculated_price',
    },
  },
  {
    row: 'SF-006',
    run: (store) => store.cart.create({ region_id: 'reg_1' }),
    sent: { method: 'POST', url: '/store/carts', body: { region_id: 'reg_1' } },
  },
  { row: 'SF-007', run: (store) => store.cart.retrieve('cart_1'), sent: { method: 'GET', url: '/store/carts/cart_1' } },
  {
    row: 'SF-008',
    run: (store) => store.cart.update('cart_1', { email: 'a@b.example' }),
    sent: { method: 'POST', url: '/store/carts/cart_1', body: { email: 'a@b.example' } },
  },
  {
    row: 'SF-009',
    run: (store) => store.cart.createLineItem('cart_1', { variant_id: 'variant_1', quantity: 2 }),
    sent: { method: 'POST', url: '/store/carts/cart_1/line-items', body: { variant_id: 'variant_1', quantity: 2 } },
  },
  {
    row: 'SF-010',
    run: (store) => store.cart.updateLineItem('cart_1', 'cali_1', { quantity: 3 }),
    sent: { method: 'POST', url: '/store/carts/cart_1/line-items/cali_1', body: { quantity: 3 } },
  },
  {
    row: 'SF-011',
    run: (store) => store.cart.deleteLineItem('cart_1', 'cali_1'),
    sent: { method: 'DELETE', url: '/store/carts/cart_1/line-items/cali_1' },
  },
  {
    row: 'SF-012',
    run: (store) => store.cart.addShippingMethod('cart_1', { option_id: 'so_1' }),
    sent: { method: 'POST', url: '/store/carts/cart_1/shipping-methods', body: { option_id: 'so_1' } },
  },
  {
    row: 'SF-013',
    run: (store) => store.cart.complete('cart_1'),
    sent: { method: 'POST', url: '/store/carts/cart_1/complete' },
  },
  {
    row: 'SF-015',
    run: (store) => store.fulfillment.listCartOptions({ cart_id: 'cart_1' }),
    sent: { method: 'GET', url: '/store/shipping-options?cart_id=cart_1' },
  },
  {
    row: 'SF-016',
    run: (store) => store.fulfillment.calculate('so_1', { cart_id: 'cart_1' }),
    sent: { method: 'POST', url: '/store/shipping-options/so_1/calculate', body: { cart_id: 'cart_1' } },
  },
  {
    row: 'SF-017',
    run: (store) => store.payment.listPaymentProviders({ region_id: 'reg_1' }),
    sent: { method: 'GET', url: '/store/payment-providers?region_id=reg_1' },
  },
  {
    row: 'SF-019',
    run: (store) => store.payment.initiatePaymentSession(cartWithCollection, { provider_id: 'pp_system_default' }),
    sent: {
      method: 'POST',
      url: '/store/payment-collections/pay_col_1/payment-sessions',
      body: { provider_id: 'pp_system_default' },
    },
  },
  {
    row: 'SF-021',
    run: (store) => store.order.retrieve('order_1'),
    sent: { method: 'GET', url: '/store/orders/order_1' },
  },
]

t.test('every store call goes out as the contract lists it', async (t) => {
  const server = await startFaultyServer()
  const backend = createBackend({ baseUrl: server.url, publishableKey: 'pk_test' })
  t.teardown(() => Promise.all([backend.close(), server.close()]))

  for (const call of CALLS) {
    server.answer(answerJson(200, {}))
    await call.run(backend.store)
    t.equal(server.seen.length, 1, `${call.row}: one request`)
    const [seen] = server.seen
    t.equal(seen?.method, call.sent.method, `${call.row}: method`)
    t.equal(decodeURIComponent(seen?.url ?? ''), call.sent.url, `${call.row}: path and query`)
    t.same(seen?.body ? JSON.parse(seen.body) : undefined, call.sent.body, `${call.row}: body`)
    t.equal(seen?.headers['x-publishable-api-key'], 'pk_test', `${call.row}: key`)
    t.equal(seen?.headers.accept, 'application/json', `${call.row}: accept`)
    t.equal(seen?.headers['content-type'], 'application/json', `${call.row}: content type`)
  }
})

t.test('SF-018: a cart without a payment collection gets one before its session', async (t) => {
  const server = await startFaultyServer(answerJson(200, { payment_collection: { id: 'pay_col_2' } }))
  const backend = createBackend({ baseUrl: server.url, publishableKey: 'pk_test' })
  t.teardown(() => Promise.all([backend.close(), server.close()]))
  await backend.store.payment.initiatePaymentSession(cart, { provider_id: 'pp_system_default' })
  t.match(server.seen, [
    { method: 'POST', url: '/store/payment-collections', body: '{"cart_id":"cart_1"}' },
    { method: 'POST', url: '/store/payment-collections/pay_col_2/payment-sessions' },
  ])
})

t.test('empty query entries stay at home, and a path before the backend is kept', async (t) => {
  const server = await startFaultyServer(answerJson(200, { regions: [] }))
  const backend = createBackend({ baseUrl: `${server.url}/shop/`, publishableKey: 'pk_test' })
  t.teardown(() => Promise.all([backend.close(), server.close()]))
  const empty = { q: '', fields: undefined, name: null } as unknown as { fields: string }
  await backend.store.region.list({ ...empty, limit: 0 })
  t.equal(server.seen[0]?.url, '/shop/store/regions?limit=0')
})

t.test('headers of one call ride over the defaults', async (t) => {
  const server = await startFaultyServer(answerJson(200, { products: [] }))
  const backend = createBackend({ baseUrl: server.url, publishableKey: 'pk_test' })
  t.teardown(() => Promise.all([backend.close(), server.close()]))
  await backend.storeWith({ headers: { 'x-medusa-locale': 'ru-RU' } }).product.list()
  t.equal(server.seen[0]?.headers['x-medusa-locale'], 'ru-RU')
  await backend.store.product.list({}, { 'x-medusa-locale': 'en-US' })
  t.equal(server.seen[1]?.headers['x-medusa-locale'], 'en-US')
})
