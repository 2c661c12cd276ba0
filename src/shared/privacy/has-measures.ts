import type { PublicConfig } from '../page/public-config.ts'

/** Only then does the shop ask for consent. */
export function hasMeasures({ mixpanelToken, pixels }: PublicConfig): boolean {
  return mixpanelToken !== null || pixels.length > 0
}
