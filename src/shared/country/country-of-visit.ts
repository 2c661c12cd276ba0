import { knownCountryOfTimeZone } from './country-of-time-zone.ts'

const FALLBACK_COUNTRY = 'GB'

interface VisitFacts {
  /** The browser's stored `user_location`. */
  location: string | undefined
  /** The country in the cookie `user_country`. */
  remembered: string | undefined
  /** From `Intl.DateTimeFormat().resolvedOptions().timeZone`. */
  timeZone: string
}

/**
 * The country of a visit that is sent to third parties such as Mixpanel and PayPal.
 * @returns two upper-case letters; GB if the country is not known
 */
export function countryOfVisit({ location, remembered, timeZone }: VisitFacts): string {
  return readLocation(location) ?? remembered ?? knownCountryOfTimeZone(timeZone) ?? FALLBACK_COUNTRY
}

function readLocation(text: string | undefined): string | undefined {
  try {
    const { countryCode } = JSON.parse(text ?? '{}') as { countryCode?: unknown }
    return typeof countryCode === 'string' && /^[a-z]{2}$/i.test(countryCode) ? countryCode.toUpperCase() : undefined
  } catch {
    // The stored text is not JSON, because other code or a person wrote it.
    return undefined
  }
}
