/** Decimals in PayPal's API. It accepts these in every country, and BRL, CNY and MYR only within their own. */
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

export const PAYPAL_CURRENCIES: readonly string[] = [...DIGITS.keys()]

/** Undefined for a currency that PayPal does not accept. `currency` is in either case. */
export function digitsOf(currency: string): number | undefined {
  return DIGITS.get(currency.toUpperCase())
}
