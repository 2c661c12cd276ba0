import type { ApiError } from '#shared/api-error.ts'
import type { CountryList, VisitorCountry } from '#shared/country/visitor.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { createSafeStorage } from '../routing/safe-storage.ts'
import { LOCATION_KEY } from './visitor-country.ts'

/** The request also moves the visitor's cart to another region, which may be slow. */
const TIMEOUT_MS = 20_000

/** `message` is meant for the shopper, in their language. */
export class CountryError extends Error {
  override name = 'CountryError'
}

/** @throws if the request fails */
export async function fetchCountries(locale: Locale, signal: AbortSignal): Promise<CountryList> {
  const answer = await fetch(`/api/visitor/countries?lang=${locale}`, { signal })
  if (!answer.ok) throw new Error(`The countries came with ${answer.status}`)
  return (await answer.json()) as CountryList
}

/** @throws CountryError if the server rejects the country, or the error of the request */
export async function saveCountry(country: string, locale: Locale): Promise<VisitorCountry> {
  const answer = await fetch(`/api/visitor/country?lang=${locale}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ country }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = (await answer.json()) as VisitorCountry | ApiError
  if (!('countryCode' in body)) throw new CountryError(body.message)
  createSafeStorage().set(LOCATION_KEY, JSON.stringify({ countryCode: body.countryCode }))
  return body
}
