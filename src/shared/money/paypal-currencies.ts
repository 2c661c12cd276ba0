/** PayPal accepts BRL, CNY and MYR only within their own country. A test compares this list with the backend's. */
export const PAYPAL_CURRENCIES: readonly string[] =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')

/** @param currency an ISO 4217 code in either case */
export function isPayPalCurrency(currency: string): boolean {
  return PAYPAL_CURRENCIES.includes(currency.toUpperCase())
}
