import { withinTime } from './pace/alarm.ts'
import type { Region } from './records.ts'

/** Which regions' prices are wanted: read on the first demand, dropped after a day without any. */
export interface SheetDemand {
  /** Notes the demand and, where the prices are not there yet, waits for them, but not for long. Never throws. */
  ask(region: Region): Promise<void>
  /** Notes a demand of an earlier run. */
  remember(regionIds: Iterable<string>): void
  isWanted(regionId: string): boolean
}

interface SheetDemandOptions {
  has: (regionId: string) => boolean
  /** Brings the prices. */
  fetch: (region: Region) => Promise<void>
  /** Tells whoever might drop the prices that they are in use; once in a while. */
  remind?: (region: Region) => void
  log: { warn(facts: object, message: string): void }
}

const KEPT_MS = 24 * 60 * 60 * 1000
const REMIND_MS = 60 * 60 * 1000
/** A shopper waits so long for the first prices of a region, and after a failure nobody waits for a while. */
export const SHEET_WAIT_MS = 8000
const RETRY_MS = 3000

export function createSheetDemand({ has, fetch, remind, log }: SheetDemandOptions): SheetDemand {
  const lastUse = new Map<string, number>()
  const lastReminder = new Map<string, number>()
  const failures = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()

  /** One attempt at a time for each region. */
  function fetchOnce(region: Region): Promise<void> {
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
    async ask(region) {
      lastUse.set(region.id, Date.now())
      if (Date.now() - (lastReminder.get(region.id) ?? 0) > REMIND_MS) {
        lastReminder.set(region.id, Date.now())
        if (has(region.id)) remind?.(region)
      }
      if (has(region.id) || Date.now() - (failures.get(region.id) ?? 0) < RETRY_MS) return
      await withinTime(fetchOnce(region), SHEET_WAIT_MS)
    },
    remember(regionIds) {
      for (const regionId of regionIds) if (!lastUse.has(regionId)) lastUse.set(regionId, Date.now())
    },
    isWanted: (regionId) => Date.now() - (lastUse.get(regionId) ?? 0) < KEPT_MS,
  }
}
