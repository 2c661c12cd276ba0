import type { Region } from './records/records.ts'

/** Which regions' prices visitors ask for. Pages never wait for prices: they are read in the background. */
export interface PriceListUsage {
  /** Notes the demand and, if the prices are not loaded, starts to read them in the background. */
  note(region: Region): void
  /** Reads the prices of a region unless they are loaded. Resolves when the attempt is over. Never throws. */
  load(region: Region): Promise<void>
  /** Notes a demand of an earlier run. */
  remember(regionIds: Iterable<string>): void
  isWanted(regionId: string): boolean
}

interface PriceListUsageOptions {
  has: (regionId: string) => boolean
  /** Reads the prices. */
  fetch: (region: Region) => Promise<void>
  /** Tells the process that reads the backend that the prices are in use; at most once an hour for a region. */
  remind?: (region: Region) => void
  log: { warn(facts: object, message: string): void }
}

const CACHED_MS = 24 * 60 * 60 * 1000
const REMIND_MS = 60 * 60 * 1000
/** After a failure the prices of a region are not asked for again for this long. */
const RETRY_MS = 3000

export function createPriceListUsage({ has, fetch, remind, log }: PriceListUsageOptions): PriceListUsage {
  const lastUse = new Map<string, number>()
  const lastReminder = new Map<string, number>()
  const failures = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()

  /** One attempt at a time for each region. */
  async function load(region: Region): Promise<void> {
    if (has(region.id) || Date.now() - (failures.get(region.id) ?? 0) < RETRY_MS) return
    const known = underWay.get(region.id)
    if (known) return known
    const fetching = fetch(region)
      .catch((error: unknown) => {
        failures.set(region.id, Date.now())
        log.warn({ err: error, region: region.name }, 'The prices of a region could not be read.')
      })
      .finally(() => underWay.delete(region.id))
    underWay.set(region.id, fetching)
    return fetching
  }

  return {
    note(region) {
      lastUse.set(region.id, Date.now())
      if (Date.now() - (lastReminder.get(region.id) ?? 0) > REMIND_MS) {
        lastReminder.set(region.id, Date.now())
        if (has(region.id)) remind?.(region)
      }
      void load(region)
    },
    load,
    remember(regionIds) {
      for (const regionId of regionIds) if (!lastUse.has(regionId)) lastUse.set(regionId, Date.now())
    },
    isWanted: (regionId) => Date.now() - (lastUse.get(regionId) ?? 0) < CACHED_MS,
  }
}
