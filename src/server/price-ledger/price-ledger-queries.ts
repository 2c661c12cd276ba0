import type { Queryable } from '#server/infra/database/database.ts'

/** Of one variant, in hundredths of its currency. */
export interface VariantEntry {
  id: string
  sku: string | null
  /** What is asked. */
  amount: number
  /** What it is said to have cost; the same where nothing is crossed out. */
  original: number
}

/** What a product costs in a region. */
export interface PriceEntry {
  productId: string
  /** Null for a product that is not sold any more: as it was entered last. */
  handle: string | null
  /** Tells whether anything of it changed. */
  digest: string
  /** None of a product that is not sold any more. */
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
 * @param asOf the database's moment before they were read: where something was entered since then, that is newer
 */
export async function enterPrices(
  { query }: Queryable,
  { regionId, currency }: LedgerRegion,
  entries: readonly PriceEntry[],
  asOf = 'infinity',
): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtext($1))', [LOCK])
  await query(
    // Behind the lock the clock has gone on since the transaction began.
    `INSERT INTO price_ledger (region_id, currency, product_id, handle, digest, variants, since)
     SELECT $1, $2, told.product_id, coalesce(told.handle, known.handle), told.digest, told.variants, clock_timestamp()
     FROM unnest($3::text[], $4::text[], $5::text[], $6::jsonb[]) AS told (product_id, handle, digest, variants)
     LEFT JOIN LATERAL (
       SELECT handle, digest, since FROM price_ledger
       WHERE region_id = $1 AND product_id = told.product_id ORDER BY since DESC LIMIT 1
     ) AS known ON true
     WHERE coalesce(told.handle, known.handle) IS NOT NULL
       AND (known.digest IS NULL OR (known.digest <> told.digest AND known.since < $7))`,
    [
      regionId,
      currency,
      entries.map(({ productId }) => productId),
      entries.map(({ handle }) => handle),
      entries.map(({ digest }) => digest),
      entries.map(({ variants }) => JSON.stringify(variants)),
      asOf,
    ],
  )
}

/**
 * Of these regions takes the one that no one has looked at for the longest; the caller after that takes another.
 * @returns undefined where all were looked at within these hours
 */
export async function takeLook(
  { query }: Queryable,
  regionIds: readonly string[],
  hours: number,
): Promise<{ regionId: string; asOf: string } | undefined> {
  const [row] = await query<{ region_id: string; looked_at: string }>(
    `INSERT INTO price_looks AS known (region_id, looked_at)
     SELECT region_id, clock_timestamp() FROM unnest($1::text[]) AS region_id LEFT JOIN price_looks USING (region_id)
     WHERE looked_at IS NULL OR looked_at < now() - make_interval(hours => $2)
     ORDER BY looked_at NULLS FIRST LIMIT 1
     ON CONFLICT (region_id) DO UPDATE SET looked_at = excluded.looked_at
     WHERE known.looked_at < now() - make_interval(hours => $2)
     RETURNING region_id, looked_at::text`,
    [regionIds, hours],
  )
  return row && { regionId: row.region_id, asOf: row.looked_at }
}

/** Of a look that failed: someone else may look at once. */
export async function forgetLook({ query }: Queryable, regionId: string): Promise<void> {
  await query('DELETE FROM price_looks WHERE region_id = $1', [regionId])
}

/** Every entry of the products that cross out a price now, the oldest of each first. */
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

/** Since when prices are known in each currency. */
export async function knownCurrencies({ query }: Queryable): Promise<{ currency: string; since: Date }[]> {
  return query('SELECT currency, min(since) AS since FROM price_ledger GROUP BY currency ORDER BY currency')
}

/** Deletes entries that ended before a moment: those that a later one of the same product had replaced by then. */
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
