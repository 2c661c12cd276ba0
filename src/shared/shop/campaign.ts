/** `content/site.yml` says whether and when it runs. `percent` is off every price; the texts of the popup name it too. */
export const LAUNCH_CAMPAIGN = { name: 'Launch40', percent: 40 } as const

export type CampaignName = typeof LAUNCH_CAMPAIGN.name
