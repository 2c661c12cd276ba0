import t from 'tap'

import { addressForm } from '#server/cart/address-forms.ts'
import type { Address, Cart } from '#shared/cart/cart.ts'
import { chosenSession, firstUndone, mayEnter } from '#shared/checkout/checkout-steps.ts'

const FORMS = { US: addressForm('US'), GB: addressForm('GB') }
const ADDRESS: Address = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '12 Engine Street',
  city: 'New York',
  province: 'NY',
  postal_code: '10001',
  country_code: 'US',
}
const session = (status: string) => ({ id: 'payses_1', provider_id: 'pp_system_default', status, amount: 100 })
const collection = (...states: string[]) => ({ id: 'pay_col_1', payment_sessions: states.map(session) })
const METHOD = { id: 'casm_1', shipping_option_id: 'so_1', name: 'Standard', amount: 0 }

/** A cart with a total and the given checkout data. */
function cartWith(parts: Partial<Cart>): Cart {
  return { total: 100, shipping_methods: [], payment_collection: null, ...parts } as Cart
}

const WHOLE: Partial<Cart> = {
  email: 'ada@shopper.example',
  shipping_address: ADDRESS,
  shipping_methods: [METHOD],
  payment_collection: collection('pending'),
}

t.test('checkout continues with the details until they are complete, and then with the payment', async (t) => {
  for (const part of Object.keys(WHOLE)) {
    const cart = cartWith({ ...WHOLE, [part]: part === 'shipping_methods' ? [] : null })
    const isPart = part !== 'payment_collection'
    t.equal(firstUndone(cart, FORMS), isPart ? 'details' : 'payment', part)
    t.equal(mayEnter('payment', cart, FORMS), !isPart)
    t.equal(mayEnter('details', cart, FORMS), true, 'back is always open')
  }
})

t.test('losing any part of the details leads back to them', async (t) => {
  const lost: [string, Partial<Cart>][] = [
    ['an email that is none', { email: 'ada' }],
    ['an address of a country that is not known', { shipping_address: { ...ADDRESS, country_code: 'DE' } }],
    ['an address without its state', { shipping_address: { ...ADDRESS, province: null } }],
    ['half a billing address', { billing_address: { country_code: 'GB' } }],
    ['no delivery method', { shipping_methods: [] }],
  ]
  for (const [what, parts] of lost) t.equal(firstUndone(cartWith({ ...WHOLE, ...parts }), FORMS), 'details', what)
})

t.test('a failed payment session does not hide a later one', async (t) => {
  const cart = cartWith({ ...WHOLE, payment_collection: collection('error', 'authorized') })
  t.equal(chosenSession(cart)?.status, 'authorized')
})
