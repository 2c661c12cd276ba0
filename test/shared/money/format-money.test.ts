import t from 'tap'

import { formatMoney, toDecimal } from '#shared/money/format-money.ts'

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
