import type { LineItem } from './cart.ts'

export function longestLead(lines: readonly Pick<LineItem, 'lead_days'>[]): number {
  return Math.max(0, ...lines.map(({ lead_days: days }) => days ?? 0))
}
