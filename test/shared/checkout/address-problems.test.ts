import t from 'tap'

import { addressForm } from '#server/cart/address-forms.ts'
import type { Address } from '#shared/cart/cart.ts'
import { findAddressProblems, tidyAddress } from '#shared/checkout/address-problems.ts'

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
