import type { FastifyInstance } from 'fastify'

import { LAUNCH, type CampaignName } from '#shared/shop/campaign.ts'

/**
 * The campaign of which the pages of a region may speak: the operator's, as long as every price there bears it out.
 * @returns null where there is none
 */
export function runningCampaign(
  { site, catalog }: Pick<FastifyInstance, 'site' | 'catalog'>,
  regionId: string,
): CampaignName | null {
  if (site.campaign !== LAUNCH.name || catalog.version === null) return null
  return catalog.shop().leastPercentOff(regionId) >= LAUNCH.percent ? LAUNCH.name : null
}
