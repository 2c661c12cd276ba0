import { readFile } from 'node:fs/promises'

import t from 'tap'

import { makeAddressData } from '#dev/addresses/make-address-data.ts'
import { addressForm } from '#server/cart/address-forms.ts'

const FILE = new URL('../../../src/server/cart/address-data.json', import.meta.url)

t.test('the address data matches the published data', async (t) => {
  t.same(JSON.parse(await readFile(FILE, 'utf8')), makeAddressData())
})

t.test('each country has its own address fields, order and labels', async (t) => {
  t.match(addressForm('us'), {
    country: 'US',
    fields: ['first_name', 'last_name', 'address_1', 'address_2', 'city', 'province', 'postal_code', 'phone'],
    kinds: { province: 'state', postal_code: 'zip' },
  })
  t.match(addressForm('DE').fields.slice(4), ['postal_code', 'city', 'phone'], 'the code before the city')
  t.notOk(addressForm('HK').fields.includes('postal_code'), 'no code where there is none')
  t.notOk(addressForm('GB').fields.includes('province'))
  t.match(addressForm('JP').provinces[12], { name: 'Tokyo' }, 'in letters that the page is written in')
  t.match(addressForm('RU').provinces[0], { name: /^[А-я ]+$/ })
  t.match(addressForm('IT').provinces[0], { code: 'AG', name: 'Agrigento' })
})

t.test('an unknown country gets the default address form', async (t) => {
  for (const country of ['', 'QQ', '__proto__']) t.match(addressForm(country), { postal_code: null, provinces: [] })
})

t.test('every postal code pattern is valid in browsers and servers and matches its own example', async (t) => {
  for (const country of Object.keys(makeAddressData())) {
    const { postal_code: code } = addressForm(country)
    if (code?.example) t.match(code.example, new RegExp(`^(?:${code.pattern})$`, 'iu'), country)
  }
})
