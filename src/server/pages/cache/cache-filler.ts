import type { Locale } from '#shared/i18n/locale.ts'

import { createCachedPage, type CompletePage, type CachedPage } from './cached-page.ts'
import type { PageStore } from './page-store.ts'
import type { RegionVersion, RegionVersions } from './region-versions.ts'

/** Which page of which shop, seen from where. */
export interface Place {
  /** Path and query, as the page itself would write them. */
  address: string
  locale: Locale
  /** The origin that shoppers see. */
  origin: string
  country: string | undefined
  regionVersion: RegionVersion
}

/** @returns undefined where the page may not be kept */
export type RenderComplete = (place: Place) => Promise<Omit<CompletePage, 'version' | 'sharedBy'> | undefined>

/** Makes pages to be kept: each once, however many wait for it. */
export interface CacheFiller {
  /** Makes a page when there is time; no request waits for it, and no one hears of a failure but the log. */
  soon(place: Place): void
  /** Makes a page now. @returns undefined where it may not be kept. @throws what its render threw */
  now(place: Place): Promise<CachedPage | undefined>
}

interface CacheFillerOptions {
  render: RenderComplete
  store: PageStore
  regionVersions: RegionVersions
  sharedBy: string | undefined
  log: { error(facts: object, message: string): void }
}

/** Whatever comes while so many wait is made another time. */
const MOST_WAITING = 64
/** A page that cannot be made is not tried at every visit. */
const REST_MS = 10_000
const MOST_RESTING = 500

export function createCacheFiller({ render, store, regionVersions, sharedBy, log }: CacheFillerOptions): CacheFiller {
  const underWay = new Map<string, Promise<CachedPage | undefined>>()
  const waiting = new Map<string, Place>()
  const resting = new Map<string, number>()
  let isWorking = false

  /** A page that something overtook while it was made is sent, but not kept. */
  async function make(place: Place): Promise<CachedPage | undefined> {
    const complete = await render(place)
    if (!complete) return undefined
    const { version } = place.regionVersion
    const page = await createCachedPage({ ...complete, version, sharedBy })
    const now = regionVersions.of(place.country)
    if (now?.regionId === place.regionVersion.regionId && now.version === version) store.set(keyOf(place), page)
    return page
  }

  function makeOnce(place: Place): Promise<CachedPage | undefined> {
    const key = `${keyOf(place)} ${place.regionVersion.version}`
    const known = underWay.get(key)
    if (known) return known
    const making = make(place).finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  /** One page after the other: visitors' own are made beside these. */
  async function work(): Promise<void> {
    for (const [key, place] of waiting) {
      waiting.delete(key)
      const regionVersion = regionVersions.of(place.country)
      if (regionVersion?.regionId !== place.regionVersion.regionId || store.get(key)?.version === regionVersion.version)
        continue
      try {
        if (!(await makeOnce({ ...place, regionVersion }))) rest(key)
      } catch (error) {
        rest(key)
        log.error({ err: error, page: place.address }, 'a page could not be made to be kept')
      }
    }
    isWorking = false
  }

  function rest(key: string): void {
    if (resting.size >= MOST_RESTING) resting.clear()
    resting.set(key, performance.now() + REST_MS)
  }

  return {
    soon(place) {
      const key = keyOf(place)
      if (underWay.has(`${key} ${place.regionVersion.version}`)) return
      if (waiting.size >= MOST_WAITING || (resting.get(key) ?? 0) > performance.now()) return
      waiting.set(key, place)
      if (isWorking) return
      isWorking = true
      setImmediate(() => void work())
    },
    now: makeOnce,
  }
}

/** Under which name a page is kept. */
export function keyOf({ address, origin, regionVersion }: Pick<Place, 'address' | 'origin' | 'regionVersion'>): string {
  return `${origin} ${regionVersion.regionId} ${address}`
}
