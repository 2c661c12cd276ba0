import type { PublicConfig } from '../page/public-config.ts'

/** Whether the operator named anybody who is told of visits: only then is there something to consent to. */
export function hasMeasures({ mixpanelToken, pixels }: PublicConfig): boolean {
  return mixpanelToken !== null || pixels.length > 0
}
