/** The launch campaign: `percent` is the discount on every product. */
export const LAUNCH = { name: 'Launch40', percent: 40 } as const

export type CampaignName = typeof LAUNCH.name
