import type { PublicConfig } from '../page/public-config.ts'

/** Whether the operator has configured any analytics; only then does the shop ask for consent. */
export function hasMeasures({ mixpanelToken, pixels }: PublicConfig): boolean {
  return mixpanelToken !== null || pixels.length > 0
}
