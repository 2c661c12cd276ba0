export const DEFAULT_CURRENCY = 'USD'

const COUNTRIES_OF: Record<string, string> = {
  GBP: 'GB UK',
  USD: 'US',
  CAD: 'CA',
  EUR: 'EU DE FR ES IT NL BE AT PT IE FI GR BG CY EE HR LT LU LV MT SI SK',
  AUD: 'AU',
  NZD: 'NZ',
  JPY: 'JP',
  CNY: 'CN',
  INR: 'IN',
  CHF: 'CH',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  BRL: 'BR',
  MXN: 'MX',
  ILS: 'IL',
  AED: 'AE',
  SAR: 'SA',
}

const CURRENCY_OF = new Map(
  Object.entries(COUNTRIES_OF).flatMap(([currency, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, currency]),
  ),
)

/** Upper case; USD for a country that the table does not list. */
export function currencyOfCountry(country: string | undefined): string {
  return CURRENCY_OF.get(country?.toUpperCase() ?? '') ?? DEFAULT_CURRENCY
}

export function isOwnCurrency(country: string, currency: string): boolean {
  return CURRENCY_OF.get(country) === currency
}

/** No page may wait for a currency that no region has. USD without regions. */
export function expectedCurrency(country: string | undefined, regions: readonly { currency_code: string }[]): string {
  const offered = regions.map((region) => region.currency_code.toUpperCase())
  const wanted = currencyOfCountry(country)
  if (offered.includes(wanted)) return wanted
  return offered.includes(DEFAULT_CURRENCY) ? DEFAULT_CURRENCY : (offered[0] ?? DEFAULT_CURRENCY)
}
