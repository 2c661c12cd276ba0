import type { PublicConfig } from '../page/public-config.ts'

export function hasMeasures({ mixpanelToken, pixels }: PublicConfig): boolean {
  return mixpanelToken !== null || pixels.length > 0
}
