import { LRUCache } from 'lru-cache'

import { createSingleFlight } from '#server/infra/single-flight.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { createCachedPage, type CompletePage, type CachedPage } from './cached-page.ts'
import type { PageStore } from './page-store.ts'
import type { RegionVersion, RegionVersions } from './region-versions.ts'

export interface Place {
  /** The canonical path and query. */
  address: string
  locale: Locale
  /** The origin that shoppers see. */
  origin: string
  country: string | undefined
  regionVersion: RegionVersion
}

/** Undefined if the page may not be cached. */
export type RenderComplete = (place: Place) => Promise<CompletePage | undefined>

export type CacheFiller = ReturnType<typeof createCacheFiller>

interface CacheFillerOptions {
  render: RenderComplete
  store: PageStore
  regionVersions: RegionVersions
  sharedBy: string | undefined
  log: { error(facts: object, message: string): void }
}

/** Further background renders are dropped. */
const MOST_WAITING = 64
/** A page whose render failed is not retried for this time. */
const REST_MS = 10_000
const MOST_RESTING = 500

/** Requests that wait for the same page share one render. */
export function createCacheFiller({ render, store, regionVersions, sharedBy, log }: CacheFillerOptions) {
  const underWay = createSingleFlight<CachedPage | undefined>()
  const waiting = new Map<string, Place>()
  const resting = new LRUCache<string, true>({ max: MOST_RESTING, ttl: REST_MS })
  let isWorking = false

  /** If the catalog or the content changed during the render, the page is sent but not cached. */
  async function make(place: Place, complete: CompletePage | undefined): Promise<CachedPage | undefined> {
    if (!complete) return undefined
    const { version } = place.regionVersion
    const page = await createCachedPage(complete, version, sharedBy)
    const now = regionVersions.of(place.country)
    if (now?.regionId === place.regionVersion.regionId && now.version === version) store.keep(keyOf(place), page)
    return page
  }

  function makeOnce(place: Place, own: RenderComplete = render): Promise<CachedPage | undefined> {
    return underWay.run(`${keyOf(place)} ${place.regionVersion.version}`, async () => make(place, await own(place)))
  }

  /** Renders the queue one page at a time, so that requests of visitors run in between. */
  async function work(): Promise<void> {
    for (const [key, place] of waiting) {
      waiting.delete(key)
      const regionVersion = regionVersions.of(place.country)
      if (regionVersion?.regionId !== place.regionVersion.regionId || store.get(key)?.version === regionVersion.version)
        continue
      try {
        if (!(await makeOnce({ ...place, regionVersion }))) resting.set(key, true)
      } catch (error) {
        resting.set(key, true)
        log.error(
          { event: 'pages.cache_fill_failed', err: error, page: place.address },
          'a page could not be rendered for the cache',
        )
      }
    }
    isWorking = false
  }

  return {
    /** Renders in the background. A failure is logged. */
    soon(place: Place) {
      const key = keyOf(place)
      if (underWay.isRunning(`${key} ${place.regionVersion.version}`)) return
      if (waiting.size >= MOST_WAITING || resting.has(key)) return
      waiting.set(key, place)
      if (isWorking) return
      isWorking = true
      setImmediate(() => void work())
    },
    /** With a render of the visitor's own. Undefined if the page may not be cached. Throws the error of the render. */
    now: makeOnce,
  }
}

export function keyOf({ address, origin, regionVersion }: Pick<Place, 'address' | 'origin' | 'regionVersion'>): string {
  return `${origin} ${regionVersion.regionId} ${address}`
}
