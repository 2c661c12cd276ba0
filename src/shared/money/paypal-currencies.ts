/**
 * Accepted in every country; BRL, CNY and MYR only within their own. The backend's module has the same list; a test
 * compares them.
 */
export const PAYPAL_CURRENCIES: readonly string[] =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')

export function takesPayPal(currency: string): boolean {
  return PAYPAL_CURRENCIES.includes(currency.toUpperCase())
}
