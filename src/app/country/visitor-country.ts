import type { IpLocation } from '#shared/country/visitor.ts'

/** Where the location is kept as it was received; it outlives the cookie. */
export const LOCATION_KEY = 'user_location'
const COUNTRY_COOKIE = /(?:^|; )user_country=([A-Za-z]{2})(?:;|$)/

const POLL_MS = 100
const WAIT_MS = 3000

interface VisitorCountryOptions {
  /** Asks `/api/ip-location`, which also sets the cookie. */
  fetchLocation: () => Promise<IpLocation>
  /** `document.cookie` as it stands now. */
  cookies: () => string
  storage: { set(key: string, value: string): void }
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  log: (text: string, error: unknown) => void
}

/**
 * The visitor's country by the cookie `user_country`; where there is none, the server is asked once.
 * @returns two upper-case letters; undefined where no one knows, and then the cookie stays unset
 */
export async function settleCountry(options: VisitorCountryOptions): Promise<string | undefined> {
  const known = readCountry(options.cookies())
  if (known) return known
  try {
    const location = await options.fetchLocation()
    if (!location.countryCode) return undefined
    options.storage.set(LOCATION_KEY, JSON.stringify(location))
    return await waitForCookie(options)
  } catch (error) {
    options.log('Failed to fetch IP location', error)
    return undefined
  }
}

/** A browser may show a cookie a little later than the answer that set it. */
async function waitForCookie({ cookies, wait }: VisitorCountryOptions): Promise<string | undefined> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const country = readCountry(cookies())
    if (country) return country
    await wait(POLL_MS)
  }
  return readCountry(cookies())
}

/** @param cookies as `document.cookie` gives them @returns two upper-case letters; undefined where none is kept */
export function readCountry(cookies: string): string | undefined {
  return COUNTRY_COOKIE.exec(cookies)?.[1]?.toUpperCase()
}
