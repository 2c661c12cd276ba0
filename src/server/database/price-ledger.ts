import type { Queryable } from './database.ts'

/** Of one variant, in hundredths of its currency. */
export interface VariantEntry {
  id: string
  sku: string | null
  /** What is asked. */
  amount: number
  /** What it is said to have cost; the same where nothing is crossed out. */
  original: number
}

/** What a piece costs in a region. */
export interface PriceEntry {
  productId: string
  handle: string
  /** Tells whether anything of it changed. */
  digest: string
  variants: readonly VariantEntry[]
}

export interface LedgerRegion {
  regionId: string
  currency: string
}

/** An entry as it is looked at afterwards. */
export interface LedgerRow {
  region_id: string
  currency: string
  product_id: string
  handle: string
  variants: VariantEntry[]
  since: Date
}

const LOCK = 'price_ledger'

/** The digests of what was entered last of each piece of a region. */
export async function lastDigests({ query }: Queryable, regionId: string): Promise<Map<string, string>> {
  const rows = await query<{ product_id: string; digest: string }>(
    `SELECT DISTINCT ON (product_id) product_id, digest FROM price_ledger
     WHERE region_id = $1 ORDER BY product_id, since DESC`,
    [regionId],
  )
  return new Map(rows.map((row) => [row.product_id, row.digest]))
}

/**
 * Enters prices that are other than those entered last; of several storefronts that see the same change the first does.
 * @param tx a transaction, which others that enter prices wait for
 */
export async function enterPrices(
  { query }: Queryable,
  { regionId, currency }: LedgerRegion,
  entries: readonly PriceEntry[],
): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtext($1))', [LOCK])
  await query(
    // Behind the lock the clock has gone on since the transaction began.
    `INSERT INTO price_ledger (region_id, currency, product_id, handle, digest, variants, since)
     SELECT $1, $2, told.product_id, told.handle, told.digest, told.variants, clock_timestamp()
     FROM unnest($3::text[], $4::text[], $5::text[], $6::jsonb[]) AS told (product_id, handle, digest, variants)
     WHERE told.digest IS DISTINCT FROM (
       SELECT known.digest FROM price_ledger AS known
       WHERE known.region_id = $1 AND known.product_id = told.product_id ORDER BY known.since DESC LIMIT 1
     )`,
    [
      regionId,
      currency,
      entries.map(({ productId }) => productId),
      entries.map(({ handle }) => handle),
      entries.map(({ digest }) => digest),
      entries.map(({ variants }) => JSON.stringify(variants)),
    ],
  )
}

/** Every entry of the pieces that cross out a price now, the oldest of each first. */
export async function entriesOfReduced({ query }: Queryable): Promise<LedgerRow[]> {
  return query<LedgerRow>(
    `WITH now_asked AS (
       SELECT DISTINCT ON (region_id, product_id) region_id, product_id, variants FROM price_ledger
       ORDER BY region_id, product_id, since DESC
     )
     SELECT region_id, currency, product_id, handle, price_ledger.variants, since
     FROM price_ledger JOIN now_asked USING (region_id, product_id)
     WHERE EXISTS (
       SELECT FROM jsonb_array_elements(now_asked.variants) AS variant
       WHERE (variant->>'original')::bigint > (variant->>'amount')::bigint
     )
     ORDER BY currency, region_id, handle, since`,
  )
}

/** Deletes entries that ended before a moment: those that a later one of the same piece had replaced by then. */
export async function forgetPrices({ query }: Queryable, before: Date): Promise<void> {
  await query(
    `DELETE FROM price_ledger AS old WHERE EXISTS (
       SELECT FROM price_ledger AS next
       WHERE next.region_id = old.region_id AND next.product_id = old.product_id
         AND next.since > old.since AND next.since < $1
     )`,
    [before],
  )
}
