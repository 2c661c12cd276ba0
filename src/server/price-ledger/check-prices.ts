import type { Queryable } from '#server/infra/database/database.ts'

import { entriesOfReduced, type LedgerRow, type VariantEntry } from './price-ledger-queries.ts'

/** A crossed-out price, compared with the ledger. Amounts are in hundredths. */
export interface CheckedPrice {
  region_id: string
  currency: string
  product_id: string
  handle: string
  sku: string | null
  amount: number
  crossedOut: number
  /** The start of the reduction. */
  since: Date
  /** The lowest price of the 30 days before, and its start; undefined if the ledger does not go back that far. */
  lowest: { amount: number; since: Date } | undefined
  /** Whether the crossed-out price is above the lowest price, which would mislead shoppers. */
  isTooHigh: boolean
}

const DAY_MS = 86_400_000
/** The number of days in Article 6a of Directive 98/6/EC. */
const DAYS_BEFORE = 30

/** Compares the current crossed-out prices of a currency with the ledger. @returns those that are too high first */
export async function checkCurrency(database: Queryable, currency: string): Promise<CheckedPrice[]> {
  const prices = checkPrices(await entriesOfReduced(database, currency))
  return prices.toSorted((a, b) => Number(b.isTooHigh) - Number(a.isTooHigh))
}

/**
 * Compares every crossed-out price with the lowest price of the 30 days before the reduction. A reduction that grows in
 * steps counts as one, from its first step.
 * @param rows all entries of the products, the oldest of each first
 */
function checkPrices(rows: readonly LedgerRow[]): CheckedPrice[] {
  const products = Map.groupBy(rows, (row) => `${row.region_id} ${row.product_id}`)
  return [...products.values()].flatMap((entries) => {
    const reduced = entries.at(-1)?.variants.filter(isReduced) ?? []
    return reduced.flatMap((variant) => checkVariant(entries, variant) ?? [])
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
  // A price is valid until the next entry, so the last entry before the 30 days counts too.
  const valid = before.filter((_, index) => (history[index + 1]?.entry.since.getTime() ?? 0) > from)
  const [lowest] = valid.toSorted((a, b) => a.amount - b.amount)
  return {
    region_id: first.region_id,
    currency: first.currency,
    product_id: first.product_id,
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
