import type { BigNumberInput } from '@medusajs/framework/types'
import { MathBN, MedusaError } from '@medusajs/framework/utils'
import type { Money } from '@paypal/paypal-server-sdk'

import { digitsOf } from './currencies.ts'

/** Rounded as in `src/shared/money/to-hundredths.ts`. Throws MedusaError if PayPal does not accept the currency. */
export function toPayPalMoney(amount: BigNumberInput, currency: string): Money {
  const digits = digitsOf(currency)
  if (digits === undefined) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `PayPal does not take ${currency.toUpperCase()}`)
  }
  return {
    currencyCode: currency.toUpperCase(),
    value: MathBN.convert(MathBN.convert(amount).toNumber()).toFixed(digits),
  }
}

/** By value and currency, not by text. */
export function isSameMoney(one: Money, other: Money) {
  return one.currencyCode === other.currencyCode && Number(one.value) === Number(other.value)
}
