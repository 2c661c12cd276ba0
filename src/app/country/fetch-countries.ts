import type { CountryList } from '#shared/country/visitor.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** @throws if the request fails */
export async function fetchCountries(locale: Locale, signal: AbortSignal): Promise<CountryList> {
  const response = await fetch(`/api/visitor/countries?lang=${locale}`, { signal })
  if (!response.ok) throw new Error(`The countries came with ${response.status}`)
  return (await response.json()) as CountryList
}
