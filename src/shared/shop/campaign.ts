export const LAUNCH = { name: 'Launch40', percent: 40 } as const

export type CampaignName = typeof LAUNCH.name
