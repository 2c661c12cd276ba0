/** PayPal accepts these in every country, and BRL, CNY and MYR only within their own. */
export const PAYPAL_CURRENCIES =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')
const WITHOUT_DECIMALS = ['HUF', 'JPY', 'TWD']

/** Decimals in PayPal's API; undefined for a currency that it does not accept. */
export function digitsOf(currency: string) {
  const code = currency.toUpperCase()
  if (!PAYPAL_CURRENCIES.includes(code)) return undefined
  return WITHOUT_DECIMALS.includes(code) ? 0 : 2
}
