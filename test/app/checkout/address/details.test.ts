import t from 'tap'

import { findAddressesProblems, findDetailsProblems, hasSameBilling, toDetails } from '#app/checkout/address/details.ts'
import { addressForm } from '#server/cart/address-forms.ts'
import type { Cart } from '#shared/cart/cart.ts'

const FORMS = { US: addressForm('US'), JP: addressForm('JP') }
const FILLED = {
  'shipping_address.first_name': 'Anna',
  'shipping_address.last_name': 'Petrova',
  'shipping_address.address_1': '1 Main Street',
  'shipping_address.city': 'Portland',
  'shipping_address.province': 'OR',
  'shipping_address.postal_code': '97201',
  'shipping_address.country_code': 'US',
  billing_same: 'on',
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

t.test('a shopper who has filled in every required field can continue', async (t) => {
  t.strictSame(findDetailsProblems(formOf({ ...FILLED, email: ' anna@example.com ' }), FORMS), {})
})

t.test('a missing email and an invalid one have different problems', async (t) => {
  t.strictSame(findDetailsProblems(formOf(FILLED), FORMS), { email: 'required' })
  t.strictSame(findDetailsProblems(formOf({ ...FILLED, email: 'anna@example' }), FORMS), { email: 'email' })
})

t.test('an empty address needs a country first, and then every field that the country requires', async (t) => {
  t.strictSame(findAddressesProblems(formOf({ billing_same: 'on' }), FORMS), {
    'shipping_address.country_code': 'required',
    'shipping_address.first_name': 'required',
    'shipping_address.last_name': 'required',
    'shipping_address.address_1': 'required',
  })
  const asked = { billing_same: 'on', 'shipping_address.country_code': 'JP', 'shipping_address.postal_code': '  ' }
  t.strictSame(findAddressesProblems(formOf(asked), FORMS), {
    'shipping_address.first_name': 'required',
    'shipping_address.last_name': 'required',
    'shipping_address.address_1': 'required',
    'shipping_address.province': 'required',
    'shipping_address.postal_code': 'required',
  })
})

t.test('a separate billing address must be complete', async (t) => {
  const { billing_same: _, ...apart } = FILLED
  t.match(findAddressesProblems(formOf({ ...apart, 'billing_address.country_code': 'US' }), FORMS), {
    'billing_address.first_name': 'required',
  })
})

t.test(
  'texts are trimmed, empty fields become null, and one address is sent twice if it is used for both',
  async (t) => {
    const options = ['so_1', 'so_2'].map((id) => ({ id, name: id, amount: 0, days: null, latest: null }))
    const update = toDetails(formOf({ ...FILLED, email: ' anna@example.com ', option_id: 'so_2' }), options)
    t.match(update, { step: 'details', email: 'anna@example.com', option_id: 'so_2' })
    t.equal(toDetails(formOf({ ...FILLED, option_id: 'of_another_country' }), options).option_id, 'so_1')
    t.match(update.shipping_address, { first_name: 'Anna', phone: null })
    t.strictSame(update.billing_address, update.shipping_address)
  },
)

t.test('without a billing address the delivery address is used', async (t) => {
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
