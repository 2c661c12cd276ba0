import t from 'tap'

import { addressForm } from '#server/cart/address-forms.ts'
import type { Address, Cart } from '#shared/cart/cart.ts'
import {
  CHECKOUT_STEPS,
  chosenSession,
  doneSteps,
  firstUndone,
  isCheckoutStep,
  mayEnter,
  stepAfter,
} from '#shared/checkout/checkout-steps.ts'

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

t.test('checkout continues at the first incomplete step, and later ones cannot be entered', async (t) => {
  const parts = Object.entries(WHOLE)
  for (const [done, step] of CHECKOUT_STEPS.entries()) {
    const cart = cartWith(Object.fromEntries(parts.slice(0, done)))
    t.equal(firstUndone(cart, FORMS), step)
    t.same(doneSteps(cart, FORMS), CHECKOUT_STEPS.slice(0, done))
    t.same(
      CHECKOUT_STEPS.filter((one) => mayEnter(one, cart, FORMS)),
      CHECKOUT_STEPS.slice(0, done + 1),
      `back from ${step} is always open`,
    )
  }
})

t.test('losing any part of a complete checkout leads back to the step of that part', async (t) => {
  const lost: [string, Partial<Cart>, string][] = [
    ['an email that is none', { email: 'ada' }, 'contact'],
    ['an address of a country that is not known', { shipping_address: { ...ADDRESS, country_code: 'DE' } }, 'address'],
    ['an address without its state', { shipping_address: { ...ADDRESS, province: null } }, 'address'],
    ['half a billing address', { billing_address: { country_code: 'GB' } }, 'address'],
    ['no way of delivery', { shipping_methods: [] }, 'delivery'],
    ['a payment that has failed', { payment_collection: collection('error', 'canceled') }, 'payment'],
  ]
  for (const [what, parts, step] of lost) t.equal(firstUndone(cartWith({ ...WHOLE, ...parts }), FORMS), step, what)
})

t.test('a failed payment session does not hide a later one', async (t) => {
  const cart = cartWith({ ...WHOLE, payment_collection: collection('error', 'authorized') })
  t.equal(chosenSession(cart)?.status, 'authorized')
  t.equal(firstUndone(cart, FORMS), 'review')
})

t.test('a free cart needs no payment method', async (t) => {
  t.equal(firstUndone(cartWith({ ...WHOLE, payment_collection: null, total: 0 }), FORMS), 'review')
})

t.test('each step leads to the next, and the last one to itself', async (t) => {
  t.same(CHECKOUT_STEPS.map(stepAfter), [...CHECKOUT_STEPS.slice(1), 'review'])
  t.notOk(isCheckoutStep('confirming'))
  t.notOk(isCheckoutStep(null))
})
