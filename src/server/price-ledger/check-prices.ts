import type { LedgerRow, VariantEntry } from './price-ledger-queries.ts'

/** A crossed-out price, and what the ledger says of it. Amounts are hundredths. */
export interface CheckedPrice {
  region_id: string
  currency: string
  handle: string
  sku: string | null
  amount: number
  crossedOut: number
  /** Since when it has been reduced. */
  since: Date
  /** The lowest price of the 30 days before, and when it was first asked; undefined where the ledger is younger. */
  lowest: { amount: number; since: Date } | undefined
  /** Whether more is crossed out than was ever the lowest price: buyers would be misled. */
  isTooHigh: boolean
}

const DAY_MS = 86_400_000
/** Article 6a of Directive 98/6/EC. */
export const DAYS_BEFORE = 30

/**
 * Compares every price that is crossed out now with the lowest one of the 30 days before it was reduced. A reduction
 * that grows step by step is one, from its first step.
 * @param rows every entry of the products, the oldest of each first
 */
export function checkPrices(rows: readonly LedgerRow[]): CheckedPrice[] {
  const products = Map.groupBy(rows, (row) => `${row.region_id} ${row.product_id}`)
  return [...products.values()].flatMap((entries) => {
    const now = entries.at(-1)?.variants.filter(isReduced) ?? []
    return now.flatMap((variant) => checkVariant(entries, variant) ?? [])
  })
}

function checkVariant(entries: readonly LedgerRow[], now: VariantEntry): CheckedPrice | undefined {
  const history = entries.flatMap((entry) => {
    const variant = entry.variants.find(({ id }) => id === now.id)
    return variant ? [{ ...variant, entry }] : []
  })
  const before = history.slice(0, history.findLastIndex((variant) => !isReduced(variant)) + 1)
  const first = history[before.length]?.entry
  if (!first) return undefined
  const from = first.since.getTime() - DAYS_BEFORE * DAY_MS
  // Each was asked until the next one: the first of the days is still of the entry before them.
  const asked = before.filter((_, nth) => (history[nth + 1]?.entry.since.getTime() ?? 0) > from)
  const [lowest] = asked.toSorted((a, b) => a.amount - b.amount)
  return {
    region_id: first.region_id,
    currency: first.currency,
    handle: first.handle,
    sku: now.sku,
    amount: now.amount,
    crossedOut: now.original,
    since: first.since,
    lowest: lowest && { amount: lowest.amount, since: lowest.entry.since },
    isTooHigh: lowest !== undefined && now.original > lowest.amount,
  }
}

function isReduced({ amount, original }: VariantEntry): boolean {
  return original > amount
}
