import t from 'tap'

import { nameCountries } from '#shared/country/address-lines.ts'

t.test('countries are unique and sorted by name in the language of the page', async (t) => {
  t.strictSame(nameCountries(['US', 'DE', 'AT', 'DE'], 'en'), [
    { code: 'AT', name: 'Austria' },
    { code: 'DE', name: 'Germany' },
    { code: 'US', name: 'United States' },
  ])
  t.strictSame(
    nameCountries(['US', 'DE', 'AT'], 'ru').map(({ code }) => code),
    ['AT', 'DE', 'US'],
  )
})
