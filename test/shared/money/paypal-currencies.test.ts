import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import t from 'tap'

import { PAYPAL_CURRENCIES, takesPayPal } from '#shared/money/paypal-currencies.ts'
import { toHundredths } from '#shared/money/to-hundredths.ts'

t.test('currencies that PayPal does not support are known', async (t) => {
  for (const currency of ['USD', 'ils', 'JPY']) t.ok(takesPayPal(currency), currency)
  for (const currency of ['AED', 'SAR', 'INR', 'RUB', 'CNY', '']) t.notOk(takesPayPal(currency), currency)
})

t.test('the storefront and the backend have the same list', async (t) => {
  const module = join(import.meta.dirname, '../../../commerce/src/modules/paypal/api/currencies.ts')
  const listed = [...readFileSync(module, 'utf8').matchAll(/^ +([A-Z]{3}): (\d),$/gm)]
  t.same(
    listed.map(([, code]) => code),
    PAYPAL_CURRENCIES,
  )
  for (const [, code = '', digits] of listed)
    t.equal(toHundredths(1.23, 'major', code), digits === '0' ? 100 : 123, `and PayPal takes ${code} as the shop asks`)
})
