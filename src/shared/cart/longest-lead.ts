import type { LineItem } from './cart.ts'

/** Working days until the last line is made; 0 if all are in stock. */
export function longestLead(lines: readonly Pick<LineItem, 'lead_days'>[]): number {
  return Math.max(0, ...lines.map(({ lead_days: days }) => days ?? 0))
}
