import type { FastifyInstance } from 'fastify'

import type { Catalog } from '#server/catalog/catalog.ts'
import { isCampaignOn, referencePriceOf } from '#server/content/campaign.ts'
import type { ContentLibrary } from '#server/content/content-library.ts'
import { LAUNCH_CAMPAIGN, type CampaignName } from '#shared/shop/campaign.ts'

export interface RegionVersion {
  regionId: string
  /** The region's own, in upper case. */
  currency: string
  /** The version of everything that pages can show. */
  version: string
  /** The previous version, which may be served as stale until this `performance.now()`. */
  before: { version: string; until: number } | undefined
}

export type RegionVersions = ReturnType<typeof createRegionVersions>

/** Catalog changes take far longer to arrive. After a content change nothing is served stale: its author is waiting. */
const STALE_MS = 2000

/** @param campaignRuns pages change when the operator's campaign begins or ends */
export function createRegionVersions(
  catalog: Catalog,
  content: Pick<ContentLibrary, 'version'>,
  campaignRuns: () => boolean,
) {
  let seen = { catalog: catalog.version, others: '' }
  let before: RegionVersion['before']
  const versionOf = ({ catalog: own, others }: typeof seen): string => `${own} ${others}`

  function currentVersion(): string {
    const now = { catalog: catalog.version, others: `${content.version}${campaignRuns() ? ' campaign' : ''}` }
    if (now.others !== seen.others) before = undefined
    else if (now.catalog !== seen.catalog) before = { version: versionOf(seen), until: performance.now() + STALE_MS }
    seen = now
    return versionOf(now)
  }

  catalog.on('change', currentVersion)

  return {
    /** @returns undefined until the catalog is loaded */
    of(country = ''): RegionVersion | undefined {
      if (catalog.version === null) return undefined
      const version = currentVersion()
      const { id: regionId, currency_code: currency } = catalog.regionFor(country || undefined)
      return { regionId, currency, version, before }
    },
    close: () => catalog.off('change', currentVersion),
  }
}

/** The operator's, while it runs and every price has its discount. With the formula every price has it. */
export function runningCampaign(
  { site, catalog }: Pick<FastifyInstance, 'site' | 'catalog'>,
  regionId: string,
): CampaignName | null {
  if (!isCampaignOn(site) || catalog.version === null) return null
  if (referencePriceOf(site) === 'formula') return LAUNCH_CAMPAIGN.name
  return catalog.shop().leastPercentOff(regionId) >= LAUNCH_CAMPAIGN.percent ? LAUNCH_CAMPAIGN.name : null
}
