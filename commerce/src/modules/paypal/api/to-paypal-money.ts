import type { BigNumberInput } from '@medusajs/framework/types'
import { MathBN, MedusaError } from '@medusajs/framework/utils'
import type { Money } from '@paypal/paypal-server-sdk'

import { digitsOf } from './currencies.ts'

/**
 * Formats an amount for PayPal: text with the decimals of its currency. It is rounded as the storefront rounds it for
 * the cart, the order and the invoice (`src/shared/money/to-hundredths.ts`), which get it from Medusa as a number.
 * @param amount in major units
 * @throws MedusaError if PayPal does not accept the currency
 */
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

/** Compares two amounts by value and currency, not by their text. */
export function isSameMoney(one: Money, other: Money): boolean {
  return one.currencyCode === other.currencyCode && Number(one.value) === Number(other.value)
}
