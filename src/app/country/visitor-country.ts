import type { CurrentRegion, IpLocation } from '#shared/country/visitor.ts'

/** The stored response outlives the cookie. */
export const LOCATION_KEY = 'user_location'
const COUNTRY_COOKIE = /(?:^|; )user_country=([A-Za-z]{2})(?:;|$)/

const POLL_MS = 100
const WAIT_MS = 3000

interface VisitorCountryOptions {
  /** The response also sets the cookie. */
  fetchLocation: () => Promise<IpLocation>
  /** The current `document.cookie`. */
  cookies: () => string
  storage: { set(key: string, value: string): void }
  wait: (milliseconds: number) => Promise<void>
  log: (text: string, error: unknown) => void
}

/** Asks the server once if there is no cookie. @returns two upper-case letters; undefined if not known */
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

/** A browser may expose the cookie a little later than the response that set it. */
async function waitForCookie({ cookies, wait }: VisitorCountryOptions): Promise<string | undefined> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const country = readCountry(cookies())
    if (country) return country
    await wait(POLL_MS)
  }
  return readCountry(cookies())
}

/** Two upper-case letters; undefined if the cookie is not set. */
export function readCountry(cookies: string): string | undefined {
  return COUNTRY_COOKIE.exec(cookies)?.[1]?.toUpperCase()
}

interface RegionFinderOptions extends Pick<VisitorCountryOptions, 'storage' | 'log'> {
  callShop: <Answer>(method: 'GET', path: string) => Promise<Answer>
}

/** Finds the region for a new cart. Returns '' if it cannot be fetched; the backend then uses the default region. */
export function createRegionFinder({ callShop, storage, log }: RegionFinderOptions): () => Promise<string> {
  return async () => {
    await settleCountry({
      fetchLocation: () => callShop<IpLocation>('GET', '/ip-location'),
      cookies: () => document.cookie,
      storage,
      wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
      log,
    })
    try {
      return (await callShop<CurrentRegion>('GET', '/region/current')).regionId
    } catch (error) {
      log('Failed to fetch region ID', error)
      return ''
    }
  }
}
