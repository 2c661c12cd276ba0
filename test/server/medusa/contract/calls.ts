import type { Store } from '@medusajs/js-sdk'

import type { CustomerSession } from '#server/medusa/customers/customer-session.ts'

export interface ContractCall {
  run: (session: CustomerSession) => Promise<unknown>
  ids?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

const cart = { id: 'cart_1' } as Parameters<Store['payment']['initiatePaymentSession']>[0]
const cartWithCollection = { ...cart, payment_collection: { id: 'pay_col_1' } } as typeof cart
const fields = 'id'
const provider = { actor: 'customer', provider: 'emailpass' }
const identity = { email: 'ada@shopper.example', password: 'a password of nobody' }
const address = { address_1: '12 Engine Street', city: 'London', country_code: 'gb' }

export const CALLS: Record<string, ContractCall> = {
  'SF-001': { run: ({ store }) => store.region.list({ limit: 5 }), query: { limit: '5' } },
  'SF-002': { run: ({ store }) => store.region.retrieve('reg_1'), ids: { id: 'reg_1' } },
  'SF-003': { run: ({ store }) => store.collection.list({ handle: 'halo' }), query: { handle: 'halo' } },
  'SF-004': { run: ({ store }) => store.category.list({ handle: 'rings' }), query: { handle: 'rings' } },
  'SF-005': {
    run: ({ store }) => store.product.list({ id: ['prod_1', 'prod_2'], region_id: 'reg_1' }),
    query: { 'id[0]': 'prod_1', 'id[1]': 'prod_2', region_id: 'reg_1' },
  },
  'SF-006': { run: ({ store }) => store.cart.create({ region_id: 'reg_1' }), body: { region_id: 'reg_1' } },
  'SF-007': {
    run: ({ store }) => store.cart.retrieve('cart_1', { fields }),
    ids: { id: 'cart_1' },
    query: { fields },
  },
  'SF-008': {
    run: ({ store }) => store.cart.update('cart_1', { promo_codes: [] }, { fields }),
    ids: { id: 'cart_1' },
    query: { fields },
    body: { promo_codes: [] },
  },
  'SF-009': {
    run: ({ store }) => store.cart.createLineItem('cart_1', { variant_id: 'variant_1', quantity: 2 }),
    ids: { id: 'cart_1' },
    body: { variant_id: 'variant_1', quantity: 2 },
  },
  'SF-010': {
    run: ({ store }) => store.cart.updateLineItem('cart_1', 'cali_1', { quantity: 3 }),
    ids: { id: 'cart_1', line_id: 'cali_1' },
    body: { quantity: 3 },
  },
  'SF-011': {
    run: ({ store }) => store.cart.deleteLineItem('cart_1', 'cali_1'),
    ids: { id: 'cart_1', line_id: 'cali_1' },
  },
  'SF-012': {
    run: ({ store }) => store.cart.addShippingMethod('cart_1', { option_id: 'so_1' }),
    ids: { id: 'cart_1' },
    body: { option_id: 'so_1' },
  },
  'SF-013': { run: ({ store }) => store.cart.complete('cart_1'), ids: { id: 'cart_1' } },
  'SF-014': { run: ({ account }) => account.takeCart('cart_1'), ids: { id: 'cart_1' } },
  'SF-015': {
    run: ({ store }) => store.fulfillment.listCartOptions({ cart_id: 'cart_1' }),
    query: { cart_id: 'cart_1' },
  },
  'SF-016': {
    run: ({ store }) => store.fulfillment.calculate('so_1', { cart_id: 'cart_1' }),
    ids: { id: 'so_1' },
    body: { cart_id: 'cart_1' },
  },
  'SF-017': {
    run: ({ store }) => store.payment.listPaymentProviders({ region_id: 'reg_1' }),
    query: { region_id: 'reg_1' },
  },
  'SF-018': {
    run: ({ store }) => store.payment.initiatePaymentSession(cart, { provider_id: 'pp_1' }),
    body: { cart_id: 'cart_1' },
  },
  'SF-019': {
    run: ({ store }) => store.payment.initiatePaymentSession(cartWithCollection, { provider_id: 'pp_1' }),
    ids: { id: 'pay_col_1' },
    body: { provider_id: 'pp_1' },
  },
  'SF-020': { run: ({ orders }) => orders.list({ limit: 5 }), query: { limit: '5' } },
  'SF-021': { run: ({ orders }) => orders.read('order_1'), ids: { id: 'order_1' } },
  'SF-022': {
    run: ({ orders }) => orders.requestTransfer('order_1', { description: 'It was my birthday' }),
    ids: { id: 'order_1' },
    body: { description: 'It was my birthday' },
  },
  'SF-023': { run: ({ orders }) => orders.cancelTransfer('order_1'), ids: { id: 'order_1' } },
  'SF-024': {
    run: ({ orders }) => orders.acceptTransfer('order_1', 'of the letter'),
    ids: { id: 'order_1' },
    body: { token: 'of the letter' },
  },
  'SF-025': {
    run: ({ orders }) => orders.declineTransfer('order_1', 'of the letter'),
    ids: { id: 'order_1' },
    body: { token: 'of the letter' },
  },
  'SF-026': { run: ({ account }) => account.register({ email: identity.email }), body: { email: identity.email } },
  'SF-027': { run: ({ account }) => account.update({ first_name: 'Ada' }), body: { first_name: 'Ada' } },
  'SF-028': { run: ({ account }) => account.read() },
  'SF-029': { run: ({ account }) => account.addAddress(address), body: address },
  'SF-030': { run: ({ account }) => account.addresses({ limit: 5 }), query: { limit: '5' } },
  'SF-031': { run: ({ account }) => account.readAddress('caddr_1'), ids: { id: 'caddr_1' } },
  'SF-032': {
    run: ({ account }) => account.updateAddress('caddr_1', { city: 'Paris' }),
    ids: { id: 'caddr_1' },
    body: { city: 'Paris' },
  },
  'SF-033': { run: ({ account }) => account.removeAddress('caddr_1'), ids: { id: 'caddr_1' } },
  'AU-001': { run: ({ auth }) => auth.register('emailpass', identity), ids: provider, body: identity },
  'AU-002': { run: ({ auth }) => auth.login('emailpass', identity), ids: provider, body: identity },
  'AU-003': { run: ({ auth }) => auth.callback('emailpass', { code: 'x' }), ids: provider, query: { code: 'x' } },
  'AU-004': { run: ({ auth }) => auth.refresh() },
  'AU-005': { run: ({ auth }) => auth.startSession() },
  'AU-006': { run: ({ auth }) => auth.logout() },
  'AU-007': {
    run: ({ auth }) => auth.resetPassword('emailpass', identity.email),
    ids: provider,
    body: { identifier: identity.email },
  },
  'AU-008': {
    run: ({ auth }) => auth.updateProvider('emailpass', { password: 'another' }, 'a token'),
    ids: provider,
    body: { password: 'another' },
  },
}
