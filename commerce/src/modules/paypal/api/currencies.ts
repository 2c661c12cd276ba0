/**
 * The currencies that PayPal accepts in every country, with the number of decimals in its API. (It accepts BRL, CNY and
 * MYR only within their own country.)
 */
const DIGITS = new Map(
  Object.entries({
    AUD: 2,
    CAD: 2,
    CHF: 2,
    CZK: 2,
    DKK: 2,
    EUR: 2,
    GBP: 2,
    HKD: 2,
    HUF: 0,
    ILS: 2,
    JPY: 0,
    MXN: 2,
    NOK: 2,
    NZD: 2,
    PHP: 2,
    PLN: 2,
    SEK: 2,
    SGD: 2,
    THB: 2,
    TWD: 0,
    USD: 2,
  }),
)

/** ISO 4217, upper case. */
export const PAYPAL_CURRENCIES: readonly string[] = [...DIGITS.keys()]

/**
 * The number of decimals; undefined for a currency that PayPal does not accept.
 * @param currency in either case
 */
export function digitsOf(currency: string): number | undefined {
  return DIGITS.get(currency.toUpperCase())
}
