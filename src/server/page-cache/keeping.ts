import type { Locale } from '#shared/i18n/locale.ts'

import { createKeptPage, type CompletePage, type KeptPage } from './kept-page.ts'
import type { PageStore } from './page-store.ts'
import type { Standing, Standings } from './standings.ts'

/** Which page of which shop, seen from where. */
export interface Place {
  /** Path and query, as the page itself would write them. */
  address: string
  locale: Locale
  /** The origin that shoppers see. */
  origin: string
  country: string | undefined
  standing: Standing
}

/** @returns undefined where the page may not be kept */
export type RenderComplete = (place: Place) => Promise<Omit<CompletePage, 'version' | 'sharedBy'> | undefined>

/** Makes pages to be kept: each once, however many wait for it. */
export interface Keeping {
  /** Makes a page when there is time; nobody waits for it, and nobody hears of a failure but the log. */
  soon(place: Place): void
  /** Makes a page now. @returns undefined where it may not be kept. @throws what its render threw */
  now(place: Place): Promise<KeptPage | undefined>
}

interface KeepingOptions {
  render: RenderComplete
  store: PageStore
  standings: Standings
  sharedBy: string | undefined
  log: { error(facts: object, message: string): void }
}

/** Whatever comes while so many wait is made another time. */
const MOST_WAITING = 64
/** A page that cannot be made is not tried at every visit. */
const REST_MS = 10_000
const MOST_RESTING = 500

export function createKeeping({ render, store, standings, sharedBy, log }: KeepingOptions): Keeping {
  const underWay = new Map<string, Promise<KeptPage | undefined>>()
  const waiting = new Map<string, Place>()
  const resting = new Map<string, number>()
  let isWorking = false

  /** A page that something overtook while it was made is sent, but not kept. */
  async function make(place: Place): Promise<KeptPage | undefined> {
    const complete = await render(place)
    if (!complete) return undefined
    const { version } = place.standing
    const page = await createKeptPage({ ...complete, version, sharedBy })
    const now = standings.of(place.country)
    if (now?.regionId === place.standing.regionId && now.version === version) store.keep(keyOf(place), page)
    return page
  }

  function makeOnce(place: Place): Promise<KeptPage | undefined> {
    const key = `${keyOf(place)} ${place.standing.version}`
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
      const standing = standings.of(place.country)
      if (standing?.regionId !== place.standing.regionId || store.get(key)?.version === standing.version) continue
      try {
        if (!(await makeOnce({ ...place, standing }))) rest(key)
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
      if (underWay.has(`${key} ${place.standing.version}`)) return
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
export function keyOf({ address, origin, standing }: Pick<Place, 'address' | 'origin' | 'standing'>): string {
  return `${origin} ${standing.regionId} ${address}`
}
