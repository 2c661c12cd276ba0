import type { FastifyRequest } from 'fastify'

import { isOwnCurrency } from '#shared/country/currency-of-country.ts'
import { nameCountries } from '#shared/country/name-countries.ts'
import type { CountryList } from '#shared/country/visitor.ts'

/**
 * Every country that the shop delivers to, in the visitor's language, and the visitor's own. The few that pay in their
 * own currency come first: most shoppers are there, and need not look through two hundred names.
 */
export function listCountries({ server, visitor }: FastifyRequest): CountryList {
  const currencyOf = new Map(
    server.catalog
      .regions()
      .flatMap(({ countries, currency_code }) => countries.map((code) => [code, currency_code] as const)),
  )
  const countries = nameCountries([...currencyOf.keys()], visitor.locale).map((country) => ({
    ...country,
    currency_code: currencyOf.get(country.code) ?? '',
  }))
  const { own = [], other = [] } = Object.groupBy(countries, ({ code, currency_code }) =>
    isOwnCurrency(code, currency_code) ? 'own' : 'other',
  )
  const localize = (message: string) => server.translate(visitor.locale, message)
  const groups = [
    { name: localize(/*i18n*/ 'With prices in their own currency'), countries: own },
    { name: localize(/*i18n*/ 'Other countries'), countries: other },
  ]
  return { groups: groups.filter((group) => group.countries.length > 0), country: visitor.country ?? null }
}
