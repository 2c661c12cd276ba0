/**
 * What PayPal takes in every country. (Brazil's, China's and Malaysia's currencies it takes within their own country
 * only.) The backend's module has the same list; a test sees that they agree.
 */
export const PAYPAL_CURRENCIES: readonly string[] =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')

/** @param currency ISO 4217, in either case */
export function takesPayPal(currency: string): boolean {
  return PAYPAL_CURRENCIES.includes(currency.toUpperCase())
}
