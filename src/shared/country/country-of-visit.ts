import { knownCountryOfTimeZone } from './country-of-time-zone.ts'

const FALLBACK_COUNTRY = 'GB'

interface VisitFacts {
  location: string | undefined
  remembered: string | undefined
  timeZone: string
}

/** For third parties such as Mixpanel and PayPal. GB if the country is not known. */
export function countryOfVisit({ location, remembered, timeZone }: VisitFacts): string {
  return readLocation(location) ?? remembered ?? knownCountryOfTimeZone(timeZone) ?? FALLBACK_COUNTRY
}

function readLocation(text: string | undefined): string | undefined {
  try {
    const { countryCode } = JSON.parse(text ?? '{}') as { countryCode?: unknown }
    return typeof countryCode === 'string' && /^[a-z]{2}$/i.test(countryCode) ? countryCode.toUpperCase() : undefined
  } catch {
    // Other code or a person wrote the text.
    return undefined
  }
}
