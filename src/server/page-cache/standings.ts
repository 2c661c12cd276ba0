import type { Catalog } from '#server/catalog/catalog.ts'
import type { ContentLibrary } from '#server/content/content-library.ts'

/** How the pages of one region stand. */
export interface Standing {
  regionId: string
  /** ISO 4217, upper case: the region's own. */
  currency: string
  /** Of everything that its pages can show; of prices, those of the region. */
  version: string
  /** Whether prices are shown in its own currency; not so while they could not be read. */
  hasOwnPrices: boolean
  /** The version before, as long as it may be shown: until when, by `performance.now()`. */
  before: { version: string; until: number } | undefined
}

/** For whom pages are kept: by country, how the pages of its region stand now. */
export interface Standings {
  /** @returns undefined until the shop was read */
  of(country: string | undefined): Standing | undefined
  close(): void
}

/**
 * How long a page may be shown that a change of the catalogue has overtaken, while its next one is made: far less than
 * a change takes to reach us. Words are never shown old: their author is looking.
 */
const STALE_MS = 2000
/** How often the prices that kept pages show are asked for, so that nobody takes them for unwanted. */
const WANTED_MS = 60_000

export function createStandings(catalog: Catalog, content: Pick<ContentLibrary, 'version' | 'on'>): Standings {
  const byCountry = new Map<string, Standing>()
  let byRegion = new Map<string, Standing>()
  let seen = { catalog: catalog.version, content: content.version }

  function look(): void {
    if (catalog.version === seen.catalog && content.version === seen.content) return
    const hasNewWords = content.version !== seen.content
    seen = { catalog: catalog.version, content: content.version }
    const known = byRegion
    byRegion = new Map()
    byCountry.clear()
    if (seen.catalog === null || hasNewWords) return
    const until = performance.now() + STALE_MS
    for (const region of catalog.regions()) {
      const old = known.get(region.id)
      if (!old) continue
      const next = standingOf(region)
      const before = next.version === old.version ? old.before : { version: old.version, until }
      byRegion.set(region.id, { ...next, before })
    }
  }

  function standingOf({ id, currency_code: currency }: { id: string; currency_code: string }): Standing {
    const shop = catalog.shop()
    return {
      regionId: id,
      currency,
      version: `${shop.versionOf(id)} ${content.version}`,
      hasOwnPrices: shop.currencyOf(id) === currency,
      before: undefined,
    }
  }

  const wanted = setInterval(() => byCountry.clear(), WANTED_MS).unref()
  catalog.on('change', look)
  const stopListening = content.on('change', look)

  return {
    of(country = '') {
      look()
      const known = byCountry.get(country)
      if (known) return known
      if (seen.catalog === null) return undefined
      const region = catalog.regionFor(country || undefined)
      const standing = byRegion.get(region.id) ?? standingOf(region)
      byRegion.set(region.id, standing)
      byCountry.set(country, standing)
      // Whoever is sent a kept page wants its prices, too.
      if (standing.hasOwnPrices) catalog.shopFor(region.id)
      return standing
    },
    close() {
      clearInterval(wanted)
      catalog.off('change', look)
      stopListening()
    },
  }
}
