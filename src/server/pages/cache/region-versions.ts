import type { FastifyInstance } from 'fastify'

import type { Catalog } from '#server/catalog/catalog.ts'
import { isCampaignOn, referencePriceOf } from '#server/content/campaign.ts'
import type { ContentLibrary } from '#server/content/content-library.ts'
import { LAUNCH, type CampaignName } from '#shared/shop/campaign.ts'

export interface RegionVersion {
  regionId: string
  /** The region's own, in upper case. */
  currency: string
  /** The version of everything that its pages can show, with the region's prices. */
  version: string
  /** Whether prices are shown in its own currency; false while they could not be loaded. */
  hasOwnPrices: boolean
  /** The previous version, which may be served as stale until this `performance.now()`. */
  before: { version: string; until: number } | undefined
}

export type RegionVersions = ReturnType<typeof createRegionVersions>

/** Catalog changes take far longer to arrive. After a content change nothing is served stale: its author is waiting. */
const STALE_MS = 2000
/** The interval at which the prices of cached pages are marked as used, so that the catalog does not unload them. */
const WANTED_MS = 60_000

/** @param campaignRuns pages change when the operator's campaign begins or ends */
export function createRegionVersions(
  catalog: Catalog,
  content: Pick<ContentLibrary, 'version' | 'on'>,
  campaignRuns: () => boolean,
) {
  const byCountry = new Map<string, RegionVersion>()
  let byRegion = new Map<string, RegionVersion>()
  let seen = { catalog: catalog.version, content: content.version, isCampaignOn: campaignRuns() }

  function look(): void {
    const isOn = campaignRuns()
    const hasNewContent = content.version !== seen.content || isOn !== seen.isCampaignOn
    if (catalog.version === seen.catalog && !hasNewContent) return
    seen = { catalog: catalog.version, content: content.version, isCampaignOn: isOn }
    const known = byRegion
    byRegion = new Map()
    byCountry.clear()
    if (seen.catalog === null || hasNewContent) return
    const until = performance.now() + STALE_MS
    for (const region of catalog.regions()) {
      const old = known.get(region.id)
      if (!old) continue
      const next = versionOfRegion(region)
      const before = next.version === old.version ? old.before : { version: old.version, until }
      byRegion.set(region.id, { ...next, before })
    }
  }

  function versionOfRegion({ id, currency_code: currency }: { id: string; currency_code: string }): RegionVersion {
    const shop = catalog.shop()
    return {
      regionId: id,
      currency,
      version: `${shop.versionOf(id)} ${content.version}${seen.isCampaignOn ? ' campaign' : ''}`,
      hasOwnPrices: shop.currencyOf(id) === currency,
      before: undefined,
    }
  }

  const wanted = setInterval(() => byCountry.clear(), WANTED_MS).unref()
  catalog.on('change', look)
  const stopListening = content.on('change', look)

  return {
    /** @returns undefined until the catalog is loaded */
    of(country = '') {
      look()
      const known = byCountry.get(country)
      if (known) return known
      if (seen.catalog === null) return undefined
      const region = catalog.regionFor(country || undefined)
      const regionVersion = byRegion.get(region.id) ?? versionOfRegion(region)
      byRegion.set(region.id, regionVersion)
      byCountry.set(country, regionVersion)
      // A cached page uses the prices of its region.
      if (regionVersion.hasOwnPrices) catalog.shopFor(region.id)
      return regionVersion
    },
    close() {
      clearInterval(wanted)
      catalog.off('change', look)
      stopListening()
    },
  }
}

/** The operator's, while it runs and every price has its discount. With the formula every price has it. */
export function runningCampaign(
  { site, catalog }: Pick<FastifyInstance, 'site' | 'catalog'>,
  regionId: string,
): CampaignName | null {
  if (!isCampaignOn(site) || catalog.version === null) return null
  if (referencePriceOf(site) === 'formula') return LAUNCH.name
  return catalog.shop().leastPercentOff(regionId) >= LAUNCH.percent ? LAUNCH.name : null
}
