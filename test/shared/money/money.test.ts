import t from 'tap'

import { crossedOutPrice, percentOff } from '#shared/money/crossed-out-price.ts'
import { formatMoney, toDecimal } from '#shared/money/format-money.ts'
import { PAYPAL_CURRENCIES, isPayPalCurrency } from '#shared/money/paypal-currencies.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'
import { youSave } from '#shared/money/you-save.ts'

import { digitsOf, PAYPAL_CURRENCIES as LISTED } from '../../../commerce/src/modules/paypal/api/currencies.ts'

t.test('English prices have the symbol first, separated thousands, and always two decimals', async (t) => {
  const cases: [number, string, string][] = [
    [123_450, 'USD', '$1,234.50'],
    [12_900, 'eur', '€129.00'],
    [5, 'GBP', '£0.05'],
    [9900, 'CAD', 'C$99.00'],
    [9900, 'AUD', 'A$99.00'],
    [9900, 'ILS', '₪99.00'],
    [3_200_000, 'JPY', '¥32,000.00'],
    [9900, 'RUB', '₽99.00'],
    [9900, 'INR', '₹99.00'],
    [9900, 'CNY', '¥99.00'],
    [9900, 'CHF', 'CHF\u00a099.00'],
    [123_456_789_000, 'SEK', 'SEK\u00a01,234,567,890.00'],
    [-9900, 'USD', '−$99.00'],
    [0, 'USD', '$0.00'],
  ]
  for (const [hundredths, currency, text] of cases) t.equal(formatMoney(hundredths, currency, 'en'), text)
})

t.test('Russian prices have the symbol last and never break over two lines', async (t) => {
  t.equal(formatMoney(123_450, 'USD', 'ru'), '1\u00a0234,50\u00a0$')
  t.equal(formatMoney(9900, 'CHF', 'ru'), '99,00\u00a0CHF')
  t.equal(formatMoney(123_456_700, 'RUB', 'ru'), '1\u00a0234\u00a0567,00\u00a0₽')
})

t.test('structured data contains a plain decimal', async (t) => {
  t.equal(toDecimal(123_450), '1234.50')
  t.equal(toDecimal(5), '0.05')
  t.equal(toDecimal(-105), '-1.05')
})

t.test('an amount in major units becomes integer hundredths to the cent', async (t) => {
  const cases: [number, number][] = [
    [0, 0],
    [129, 12_900],
    [154.8, 15_480],
    [1.005, 101],
    [0.07, 7],
    [19.99, 1999],
    [4.35, 435],
    [-4.35, -435],
    [-0.001, 0],
    [1e-7, 0],
    [123_456_789.01, 12_345_678_901],
  ]
  for (const [major, hundredths] of cases) t.equal(toHundredths(major, 'major'), hundredths, String(major))
})

t.test('every price with cents survives the conversion', async (t) => {
  for (let hundredths = 0; hundredths <= 250_000; hundredths += 1) {
    if (toHundredths(hundredths / 100, 'major') !== hundredths) t.fail(String(hundredths))
  }
})

t.test('an amount in minor units stays as it is', async (t) => {
  t.equal(toHundredths(19_900, 'minor'), 19_900)
  t.equal(toHundredths(19_900.5, 'minor'), 19_901)
})

t.test('a total is what can be paid in its currency', async (t) => {
  t.equal(toHundredths(20_102.01, 'major', 'jpy'), 2_010_200)
  t.equal(toHundredths(20_102.499, 'major', 'JPY'), 2_010_200, 'rounded once')
  t.equal(toHundredths(20_102.5, 'major', 'JPY'), 2_010_300)
  t.equal(toHundredths(2_010_250, 'minor', 'JPY'), 2_010_300)
  t.equal(toHundredths(20.0799, 'major', 'EUR'), 2008)
})

t.test('an invalid amount is rejected', async (t) => {
  t.throws(() => toHundredths(Number.NaN, 'major'), RangeError)
  t.throws(() => toHundredths(Number.POSITIVE_INFINITY, 'minor'), RangeError)
})

const line = (unit_price: number, original_unit_price: number, quantity = 1) => ({
  unit_price,
  original_unit_price,
  quantity,
  discount_total: 0,
  total: unit_price * quantity,
})

t.test('the crossed-out price is the original price of the backend', async (t) => {
  t.equal(crossedOutPrice(12_900, 21_500), 21_500)
  t.equal(crossedOutPrice(12_900, 21_500, 'formula'), 21_500)
})

t.test('no crossed-out price is calculated unless the campaign says so', async (t) => {
  t.equal(crossedOutPrice(19_900, undefined), undefined)
  t.equal(crossedOutPrice(19_900, 19_900), undefined)
  t.equal(crossedOutPrice(19_900, 18_000), undefined)
})

t.test('the formula gives an integer of the displayed currency', async (t) => {
  t.equal(crossedOutPrice(19_900, undefined, 'formula'), 33_200)
  t.equal(crossedOutPrice(20_000, 20_000, 'formula'), 33_300)
  t.equal(crossedOutPrice(0, undefined, 'formula'), undefined)
})

t.test('the saving is the real difference for every product', async (t) => {
  t.equal(youSave([line(12_900, 21_500, 2), line(6000, 10_000)]), 21_200)
  t.equal(youSave([line(12_900, 12_900)]), 0)
  t.equal(youSave([]), 0)
  const discounted = { ...line(12_900, 21_500), discount_total: 1290, total: 11_610 }
  t.equal(youSave([discounted]), 21_500 - 11_610, 'including the discount of a code')
})

t.test('under the formula the saving comes from unrounded totals', async (t) => {
  t.equal(youSave([line(19_900, 19_900)], 'formula'), 13_267)
  t.equal(youSave([line(19_900, 19_900), line(19_900, 19_900)], 'formula'), 26_533)
  t.equal(youSave([line(19_900, 19_900), line(12_900, 21_500)], 'formula'), 13_267 + 8600)
})

t.test('if original prices are integers and prices 0.6 of them, formula and backend agree to the cent', async (t) => {
  for (let original = 500; original <= 400_000; original += 500) {
    const price = (original * 6) / 10
    t.equal(crossedOutPrice(price, undefined, 'formula'), original)
    t.equal(youSave([line(price, price, 3)], 'formula'), youSave([line(price, original, 3)]))
    t.equal(percentOff(price, original), 40)
  }
})

t.test('the percentage off is never rounded up', async (t) => {
  t.equal(percentOff(6001, 10_000), 39)
  t.equal(percentOff(6000, 10_000), 40)
  t.equal(percentOff(10_000, 10_000), 0)
  t.equal(percentOff(10_000, undefined), 0)
  t.equal(percentOff(10_000, null), 0)
})

t.test('currencies that PayPal does not support are known', async (t) => {
  for (const currency of ['USD', 'ils', 'JPY']) t.ok(isPayPalCurrency(currency), currency)
  for (const currency of ['AED', 'SAR', 'INR', 'RUB', 'CNY', '']) t.notOk(isPayPalCurrency(currency), currency)
})

t.test('the storefront and the backend have the same list', async (t) => {
  t.same(LISTED, PAYPAL_CURRENCIES)
  for (const code of LISTED)
    t.equal(
      toHundredths(1.23, 'major', code),
      digitsOf(code) === 0 ? 100 : 123,
      `PayPal takes ${code} as the shop asks`,
    )
})
