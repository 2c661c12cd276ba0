import t from 'tap'

import { findProblems, hasSameBilling, toCartUpdate } from '#app/checkout/details.ts'
import type { Cart } from '#shared/api/cart.ts'

const FILLED = {
  email: ' anna@example.com ',
  'shipping_address.first_name': 'Anna',
  'shipping_address.last_name': 'Petrova',
  'shipping_address.address_1': '1 Main Street',
  'shipping_address.city': 'Portland',
  'shipping_address.country_code': 'US',
  billing_same: 'on',
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

t.test('a shopper who filled in what a parcel needs may go on', async (t) => {
  t.strictSame(findProblems(formOf(FILLED)), {})
})

t.test('an empty form names every field that a parcel needs, the email first', async (t) => {
  t.strictSame(Object.entries(findProblems(formOf({ billing_same: 'on' }))), [
    ['email', 'required'],
    ['shipping_address.first_name', 'required'],
    ['shipping_address.last_name', 'required'],
    ['shipping_address.address_1', 'required'],
    ['shipping_address.city', 'required'],
    ['shipping_address.country_code', 'required'],
  ])
})

t.test('an address that cannot be an email is named as such, not as missing', async (t) => {
  t.strictSame(findProblems(formOf({ ...FILLED, email: 'anna@example' })), { email: 'email' })
})

t.test('blanks do not count as filled in', async (t) => {
  t.strictSame(findProblems(formOf({ ...FILLED, 'shipping_address.city': '  ' })), {
    'shipping_address.city': 'required',
  })
})

t.test('a billing address of its own has to be whole', async (t) => {
  const { billing_same: _, ...apart } = FILLED
  t.match(findProblems(formOf(apart)), { 'billing_address.first_name': 'required' })
})

t.test(
  'the shop hears trimmed words, null for what was left empty, and one address twice where both are the same',
  async (t) => {
    const update = toCartUpdate(formOf(FILLED))
    t.equal(update.email, 'anna@example.com')
    t.match(update.shipping_address, { first_name: 'Anna', phone: null })
    t.strictSame(update.billing_address, update.shipping_address)
  },
)

t.test('a cart without a billing address is billed where its parcel goes', async (t) => {
  const address = { first_name: 'Anna', country_code: 'us' }
  const cart = (fields: Partial<Cart>) => fields as Cart
  t.equal(hasSameBilling(cart({ shipping_address: address, billing_address: null })), true)
  t.equal(hasSameBilling(cart({ shipping_address: address, billing_address: { first_name: '', phone: null } })), true)
  t.equal(
    hasSameBilling(cart({ shipping_address: address, billing_address: { ...address, country_code: 'US' } })),
    true,
  )
  t.equal(
    hasSameBilling(cart({ shipping_address: address, billing_address: { ...address, first_name: 'Boris' } })),
    false,
  )
})
