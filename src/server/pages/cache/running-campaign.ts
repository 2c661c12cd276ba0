import type { FastifyInstance } from 'fastify'

import type { Site } from '#server/content/load-site.ts'
import type { ReferencePrice } from '#shared/money/crossed-out-price.ts'
import { LAUNCH, type CampaignName } from '#shared/shop/campaign.ts'

/** Whether the operator's campaign has begun and has not ended. @param now in ms since 1970 */
export function isCampaignOn({ campaign }: Pick<Site, 'campaign'>, now = Date.now()): boolean {
  if (!campaign) return false
  const { from, to } = campaign
  return (from === undefined || Date.parse(from) <= now) && (to === undefined || now < Date.parse(to))
}

/**
 * Where the former prices of a page come from: from the campaign's formula while it runs, if the operator wants
 * it to.
 */
export function referencePriceOf(site: Pick<Site, 'campaign'>): ReferencePrice {
  return isCampaignOn(site) ? (site.campaign?.referencePrice ?? 'backend') : 'backend'
}

/**
 * The campaign of which the pages of a region may speak: the operator's while it runs, as long as every price there
 * bears it out. By the formula every price does.
 * @returns null where there is none
 */
export function runningCampaign(
  { site, catalog }: Pick<FastifyInstance, 'site' | 'catalog'>,
  regionId: string,
): CampaignName | null {
  if (!isCampaignOn(site) || catalog.version === null) return null
  if (referencePriceOf(site) === 'formula') return LAUNCH.name
  return catalog.shop().leastPercentOff(regionId) >= LAUNCH.percent ? LAUNCH.name : null
}
