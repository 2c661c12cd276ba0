import type { BigNumberInput } from '@medusajs/framework/types'
import { MathBN, MedusaError } from '@medusajs/framework/utils'
import type { Money } from '@paypal/paypal-server-sdk'

import { digitsOf } from './currencies.ts'

/**
 * An amount as PayPal is told it: text, with the decimals of its currency.
 * @param amount in major units
 * @throws MedusaError where PayPal does not take the currency
 */
export function toPayPalMoney(amount: BigNumberInput, currency: string): Money {
  const digits = digitsOf(currency)
  if (digits === undefined) {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `PayPal does not take ${currency.toUpperCase()}`)
  }
  return { currencyCode: currency.toUpperCase(), value: MathBN.convert(amount).toFixed(digits) }
}

/** True where both are the same sum in the same currency, however they are written. */
export function isSameMoney(one: Money | undefined, other: Money): boolean {
  return one?.currencyCode === other.currencyCode && Number(one.value) === Number(other.value)
}
