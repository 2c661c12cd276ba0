import t from 'tap'

import { addressForm } from '#server/cart/address-forms.ts'
import type { Address, Cart, LineItem } from '#shared/cart/cart.ts'
import { choiceOf } from '#shared/cart/choice-of.ts'
import { countProducts, withItems, withQuantity } from '#shared/cart/with-items.ts'
import { findAddressProblems, tidyAddress } from '#shared/checkout/address-problems.ts'
import { chosenSession, firstUndone, mayEnter } from '#shared/checkout/checkout-steps.ts'

const line = {
  unit_price: 12_900,
  original_unit_price: 21_500,
  quantity: 1,
  total: 12_900,
  original_total: 21_500,
  tax_total: 0,
} as LineItem

t.test('a line shows all that was chosen, and nothing without a choice', async (t) => {
  const choice = (title: string, color: string | null = null, size: string | null = null, options: string[] = []) =>
    choiceOf({ variant_title: title, color, size, options }, (name) => `Size ${name}`)
  t.strictSame(choice('Rose gold / 6', 'Rose gold', '6'), ['Rose gold', 'Size 6'])
  t.strictSame(choice('Silver / 45 cm', 'Silver', '45 cm'), ['Silver', '45 cm'])
  t.strictSame(choice('Серебро / 45 см', 'Серебро', '45 см'), ['Серебро', '45 см'])
  t.strictSame(choice('Rose gold', 'Rose gold'), ['Rose gold'])
  const options = ['Stone color: Blue']
  t.strictSame(choice('Silver / 6 / Blue', 'Silver', '6', options), ['Silver', 'Size 6', ...options])
  t.strictSame(choice('Default variant'), [])
  t.strictSame(choice('Rose gold / 6'), ['Rose gold / 6'], 'the variant title, if the options are no longer known')
})

t.test('the totals are updated before the backend has answered', async (t) => {
  const cart = { shipping_total: 500, items: [line] } as Cart
  const changed = withItems(cart, [withQuantity(line, 3)])
  t.match(changed, { item_total: 38_700, original_item_total: 64_500, total: 39_200 })
  t.equal(countProducts(changed.items), 3)
  t.equal(line.quantity, 1, 'the confirmed line is untouched')
})

t.test('an optimistic update shows no unconfirmed tax and no total with an old tax', async (t) => {
  const taxed = { ...line, tax_total: 935 }
  const cart = { shipping_total: 500, items: [taxed], tax_total: 971, total: 14_371 } as Cart
  t.match(withItems(cart, [withQuantity(taxed, 3)]), { tax_pending: true, tax_total: 0, total: 39_200 })
})

const NAMED: Address = { first_name: 'Ada', last_name: 'Lovelace', address_1: '12 Engine Street' }

const problemsOf = (address: Address) =>
  findAddressProblems({ ...NAMED, ...address }, addressForm(address.country_code ?? ''))

t.test('an address is complete by the rules of its country', async (t) => {
  const whole: Address[] = [
    { country_code: 'US', city: 'New York', province: 'NY', postal_code: '10001-1234' },
    { country_code: 'GB', city: 'London', postal_code: 'sw1a 1aa' },
    { country_code: 'JP', province: 'Tokyo', postal_code: '154-0023' },
    { country_code: 'AE', province: 'Dubai' },
    { country_code: 'SG', postal_code: '546080' },
    { country_code: 'IL', city: 'Haifa' },
    { country_code: 'RU', city: 'Москва', province: 'Москва', postal_code: '101000' },
  ]
  for (const address of whole) t.same(problemsOf(address), {}, address.country_code ?? '')
})

t.test('missing and invalid fields are reported separately', async (t) => {
  t.same(problemsOf({ country_code: 'US' }), { city: 'required', province: 'required', postal_code: 'required' })
  t.same(problemsOf({ country_code: 'GB', city: ' ', postal_code: '10001' }), {
    city: 'required',
    postal_code: 'postal_code',
  })
  t.same(problemsOf({ country_code: 'CA', city: 'Ottawa', province: 'NY', postal_code: 'K1A 0B1' }), {
    province: 'province',
  })
  t.same(problemsOf({ country_code: null }), { country_code: 'required' })
})

t.test('a postal code of another state or province is reported where provinces decide the tax', async (t) => {
  const problem = { postal_code: 'other_province' }
  const angeles = { country_code: 'US', city: 'Los Angeles', postal_code: '90012' }
  for (const province of ['OR', 'Oregon', 'NY']) t.same(problemsOf({ ...angeles, province }), problem, province)
  for (const province of ['CA', ' california ']) t.same(problemsOf({ ...angeles, province }), {}, province)
  const ottawa = { country_code: 'CA', city: 'Ottawa', postal_code: 'k1a 0b1' }
  t.same(problemsOf({ ...ottawa, province: 'BC' }), problem)
  t.same(problemsOf({ ...ottawa, province: 'ON' }), {})
  for (const [province, postal_code] of [
    ['NY', '06390'],
    ['TX', '73301'],
    ['DC', '20500'],
    ['AE', '09012'],
    ['PR', '00901'],
  ] as const)
    t.same(problemsOf({ country_code: 'US', city: 'X', province, postal_code }), {}, province)
})

t.test('an empty address is missing what every country requires', async (t) => {
  const missing = { country_code: 'required', first_name: 'required', last_name: 'required', address_1: 'required' }
  t.same(findAddressProblems(null, undefined), missing)
})

t.test('a province can be typed by its name and is stored by its code', async (t) => {
  const typed = { ...NAMED, country_code: 'US', city: 'Portland', province: 'oregon', postal_code: '97201' }
  t.same(problemsOf(typed), {})
  t.match(tidyAddress(typed, addressForm('US')), { province: 'OR', city: 'Portland', country_code: 'US' })
})

t.test('fields that the country does not have are cleared', async (t) => {
  const moved = { ...NAMED, country_code: 'GB', city: 'London', province: 'NY', postal_code: ' sw1a 1aa ' }
  t.match(tidyAddress(moved, addressForm('GB')), { province: null, postal_code: 'SW1A 1AA', first_name: 'Ada' })
})

t.test('a postal code is accepted as people write it, and stored as its country does', async (t) => {
  for (const [country_code, typed, stored] of [
    ['LT', 'LT-01100', '01100'],
    ['LV', '1010', 'LV-1010'],
    ['IN', '400 001', '400001'],
    ['JP', '１００－０００１', '100-0001'],
    ['JP', '〒100-0001', '100-0001'],
    ['PL', '00001', '00-001'],
    ['PT', '1000001', '1000-001'],
    ['LU', 'L-1111', '1111'],
    ['GB', 'sw1a  1aa', 'SW1A 1AA'],
    ['US', '10001–1234', '10001-1234'],
    ['DE', 'D-10969', '10969'],
  ] as const) {
    const address = { country_code, city: 'City', postal_code: typed }
    t.notOk(problemsOf(address).postal_code, typed)
    t.equal(tidyAddress(address, addressForm(country_code)).postal_code, stored)
  }
  for (const [country_code, typed] of [
    ['LT', '0110'],
    ['DE', '1096'],
    ['GB', '10001'],
    ['US', 'ABCDE'],
  ] as const)
    t.equal(problemsOf({ country_code, city: 'City', postal_code: typed }).postal_code, 'postal_code', typed)
})

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
