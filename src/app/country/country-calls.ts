import type { ApiError } from '#shared/api-error.ts'
import type { CountryList, VisitorCountry } from '#shared/country/visitor.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { createSafeStorage } from '../routing/safe-storage.ts'
import { LOCATION_KEY } from './visitor-country.ts'

/** The visitor's cart moves in the same call, and a slow backend takes its time. */
const PATIENCE_MS = 20_000

/** What the shop refused; `message` is for the shopper, in their language. */
export class CountryError extends Error {
  override name = 'CountryError'
}

/** Every country that the shop delivers to. @throws where it could not be had */
export async function fetchCountries(locale: Locale, signal: AbortSignal): Promise<CountryList> {
  const answer = await fetch(`/api/visitor/countries?lang=${locale}`, { signal })
  if (!answer.ok) throw new Error(`The countries came with ${answer.status}`)
  return (await answer.json()) as CountryList
}

/**
 * Changes the visitor's country, in the cookie and in what the browser remembers.
 * @throws CountryError, or whatever kept the call from being answered
 */
export async function saveCountry(country: string, locale: Locale): Promise<VisitorCountry> {
  const answer = await fetch(`/api/visitor/country?lang=${locale}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ country }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const body = (await answer.json()) as VisitorCountry | ApiError
  if (!('countryCode' in body)) throw new CountryError(body.message)
  createSafeStorage().set(LOCATION_KEY, JSON.stringify({ countryCode: body.countryCode }))
  return body
}
