import t from 'tap'

import { COUNTRY_OF_ZONE, countryOfTimeZone, knownCountryOfTimeZone } from '#shared/country/country-of-time-zone.ts'
import { currencyOfCountry, expectedCurrency } from '#shared/country/currency-of-country.ts'

t.test('a shopper of a known country expects its currency, any other US dollars', async (t) => {
  const table: Record<string, string> = {
    GBP: 'GB UK',
    USD: 'US RU KZ XX',
    CAD: 'CA',
    EUR: 'EU DE FR ES IT NL BE AT PT IE FI GR BG CY EE HR LT LU LV MT SI SK',
    AUD: 'AU',
    NZD: 'NZ',
    JPY: 'JP',
    CNY: 'CN',
    INR: 'IN',
    CHF: 'CH',
    SEK: 'SE',
    NOK: 'NO',
    DKK: 'DK',
    PLN: 'PL',
    CZK: 'CZ',
    HUF: 'HU',
    BRL: 'BR',
    MXN: 'MX',
    ILS: 'IL',
    AED: 'AE',
    SAR: 'SA',
  }
  for (const [currency, countries] of Object.entries(table)) {
    for (const country of countries.split(' ')) t.equal(currencyOfCountry(country), currency, country)
  }
  const listed = Object.values(table).join(' ').split(' ')
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const others = letters.flatMap((one) => letters.map((two) => one + two)).filter((code) => !listed.includes(code))
  t.same(
    others.filter((country) => currencyOfCountry(country) !== 'USD'),
    [],
  )
  t.equal(currencyOfCountry('de'), 'EUR')
  t.equal(currencyOfCountry(undefined), 'USD')
})

t.test('only currencies of regions are expected', async (t) => {
  const regions = [{ currency_code: 'eur' }, { currency_code: 'usd' }]
  t.equal(expectedCurrency('DE', regions), 'EUR')
  t.equal(expectedCurrency('SE', regions), 'USD')
  t.equal(expectedCurrency('SE', [{ currency_code: 'gbp' }]), 'GBP')
  t.equal(expectedCurrency(undefined, []), 'USD')
})

t.test('the time zone of the browser determines the country', async (t) => {
  t.equal(countryOfTimeZone('Asia/Jerusalem'), 'IL')
  t.equal(countryOfTimeZone('Europe/London'), 'GB')
  t.equal(countryOfTimeZone('Antarctica/Troll'), 'US')
  t.equal(knownCountryOfTimeZone('Antarctica/Troll'), undefined)
  t.equal(knownCountryOfTimeZone('constructor'), undefined)
  t.ok(COUNTRY_OF_ZONE.size >= 65 && COUNTRY_OF_ZONE.size <= 90, `${COUNTRY_OF_ZONE.size} zones`)
})

t.test('browsers know every time zone in the table', async (t) => {
  for (const zone of COUNTRY_OF_ZONE.keys()) {
    t.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone)
  }
})
