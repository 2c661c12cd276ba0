import { knownCountryOfTimeZone } from './country-of-time-zone.ts'

const LAST_RESORT = 'GB'

interface VisitFacts {
  /** As the browser stores it under `user_location`. */
  location: string | undefined
  /** The country of the cookie `user_country`. */
  remembered: string | undefined
  /** As `Intl.DateTimeFormat().resolvedOptions().timeZone` names it. */
  timeZone: string
}

/**
 * The country of a visit, for analytics.
 * @returns two upper-case letters; GB if it is unknown
 */
export function countryOfVisit({ location, remembered, timeZone }: VisitFacts): string {
  return readLocation(location) ?? remembered ?? knownCountryOfTimeZone(timeZone) ?? LAST_RESORT
}

function readLocation(text: string | undefined): string | undefined {
  try {
    const { countryCode } = JSON.parse(text ?? '{}') as { countryCode?: unknown }
    return typeof countryCode === 'string' && /^[a-z]{2}$/i.test(countryCode) ? countryCode.toUpperCase() : undefined
  } catch {
    // Written by something else, or by hand.
    return undefined
  }
}
