import { readFileSync } from 'node:fs'

import t from 'tap'

import { addressLines, POSTAL_CODE_FIRST } from '#shared/country/address-lines.ts'

const DATA = new URL('../../../src/server/cart/address-data.json', import.meta.url)
const whose = { first_name: 'Ada', last_name: 'King', address_1: '1 Long Street' }

t.test('an address is written in the order of its country', async (t) => {
  const state = { ...whose, city: 'Albany', province: 'NY', postal_code: '12207', country_code: 'us' }
  t.strictSame(addressLines(state, 'United States').slice(1), ['1 Long Street', 'Albany, NY 12207', 'United States'])
  const town = { ...whose, city: 'London', postal_code: 'EC1Y 8SY', country_code: 'gb' }
  t.strictSame(addressLines(town, 'United Kingdom').slice(2), ['London', 'EC1Y 8SY', 'United Kingdom'])
  const code = { ...whose, city: 'Wien', postal_code: '1010', country_code: 'at', phone: '+43 1 234' }
  t.strictSame(addressLines(code, 'Österreich').slice(2), ['1010 Wien', 'Österreich', '+43 1 234'])
})

t.test('a city that is also a province is named once', async (t) => {
  const moscow = { ...whose, city: 'Москва', province: 'москва', postal_code: '125009', country_code: 'ru' }
  t.strictSame(addressLines(moscow, 'Россия').slice(2), ['Москва', '125009', 'Россия'])
  const berlin = { ...whose, city: 'Berlin', province: 'Berlin', postal_code: '10969', country_code: 'de' }
  t.strictSame(addressLines(berlin, 'Germany').slice(2), ['10969 Berlin', 'Germany'])
  const york = { ...whose, city: 'New York', province: 'NY', postal_code: '10001', country_code: 'us' }
  t.strictSame(addressLines(york, 'United States').slice(2), ['New York, NY 10001', 'United States'])
})

t.test('the position of the postal code matches the address forms', async (t) => {
  const data = JSON.parse(readFileSync(DATA, 'utf8')) as Record<string, { order: string }>
  const isFirst = ({ order }: { order: string }) => /Z.*C/.test(order)
  t.strictSame(
    [...POSTAL_CODE_FIRST],
    Object.keys(data)
      .filter((country) => isFirst(data[country] ?? { order: '' }))
      .toSorted(),
  )
})
