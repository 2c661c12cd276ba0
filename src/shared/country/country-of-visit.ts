import { knownCountryOfTimeZone } from './country-of-time-zone.ts'

const FALLBACK_COUNTRY = 'GB'

interface VisitFacts {
  location: string | undefined
  remembered: string | undefined
  timeZone: string
}

/** For third parties. GB if nothing indicates the country. */
export function countryOfVisit({ location, remembered, timeZone }: VisitFacts): string {
  return readLocation(location) ?? remembered ?? knownCountryOfTimeZone(timeZone) ?? FALLBACK_COUNTRY
}

function readLocation(text: string | undefined): string | undefined {
  try {
    const { countryCode } = JSON.parse(text ?? '{}') as { countryCode?: unknown }
    return typeof countryCode === 'string' && /^[a-z]{2}$/i.test(countryCode) ? countryCode.toUpperCase() : undefined
  } catch {
    return undefined
  }
}
