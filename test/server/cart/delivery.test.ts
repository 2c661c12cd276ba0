import t from 'tap'

import { optionsTo, toShippingOptions } from '#server/catalog/reading/shipping-options.ts'

const REGION = { id: 'reg_eu', currency_code: 'EUR' }

const listed = (id: string, amount: number | null, days: unknown = { from: 5, to: 8 }) => ({
  id,
  region_id: 'reg_eu',
  name: 'Post',
  names: { 'ru-RU': 'Почта' },
  amount,
  metadata: { days, insured: true },
  countries: id === 'so_ie' ? ['IE'] : ['DE', 'FR'],
  type: 'shipping',
  service_zone_id: 'zone',
  shipping_profile_id: 'jewellery',
})

t.test('a shopper sees the options of the country, the cheapest first, in the language of the page', async (t) => {
  const all = [
    listed('so_express', 30),
    listed('so_post', 9.5),
    listed('so_ie', 1),
    { ...listed('so_us', 0), region_id: '' },
  ]
  t.match(optionsTo('DE', toShippingOptions(all, REGION, 'major')), [
    { id: 'so_post', names: { en: 'Post', ru: 'Почта' }, amount: 950, insured: true, days: { from: 5, to: 8 } },
    { id: 'so_express', amount: 3000 },
  ])
  t.same(optionsTo('US', toShippingOptions(all, REGION, 'major')), [])
})

t.test('delivery times that an operator mistyped are not shown', async (t) => {
  for (const days of ['', 5, { from: 8, to: 5 }, { from: -1, to: 2 }, { from: 1.5 }, { from: 1, to: 91 }])
    t.match(toShippingOptions([listed('so_post', 9, days)], REGION, 'major'), [{ days: null }], JSON.stringify(days))
  t.match(toShippingOptions([listed('so_post', 9, { from: 3 })], REGION, 'major'), [{ days: { from: 3, to: 3 } }])
})
