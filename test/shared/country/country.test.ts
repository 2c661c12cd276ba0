import { readFileSync } from 'node:fs'

import t from 'tap'

import { addressLines, nameCountries, POSTAL_CODE_FIRST } from '#shared/country/address-lines.ts'
import { COUNTRY_OF_ZONE, countryOfTimeZone, knownCountryOfTimeZone } from '#shared/country/country-of-time-zone.ts'
import { countryOfVisit } from '#shared/country/country-of-visit.ts'
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

const BERLIN = 'Europe/Berlin'

t.test('the stored country of a visit wins over guesses', async (t) => {
  t.equal(countryOfVisit({ location: '{"countryCode":"fr"}', remembered: 'US', timeZone: BERLIN }), 'FR')
  t.equal(countryOfVisit({ location: undefined, remembered: 'US', timeZone: BERLIN }), 'US')
  t.equal(countryOfVisit({ location: undefined, remembered: undefined, timeZone: BERLIN }), 'DE')
  t.equal(countryOfVisit({ location: undefined, remembered: undefined, timeZone: 'Etc/UTC' }), 'GB')
})

t.test('invalid stored values are ignored', async (t) => {
  for (const location of ['', 'null', '{', '{"countryCode":7}', '{"countryCode":"Germany"}', '[]']) {
    t.equal(countryOfVisit({ location, remembered: undefined, timeZone: BERLIN }), 'DE', location)
  }
})

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
