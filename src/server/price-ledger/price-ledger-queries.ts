import type { Reduction } from '#server/content/check/broken-promises.ts'
import type { Queryable } from '#server/infra/database/database.ts'

/** The price of a variant, in hundredths of its currency. */
export interface VariantEntry {
  id: string
  sku: string | null
  /** The current price. */
  amount: number
  /** The crossed-out price; equal to `amount` if nothing is crossed out. */
  original: number
}

/** The prices of a product in a region. */
export interface PriceEntry {
  productId: string
  /** Null for a product that is no longer sold. The handle of its last entry then remains. */
  handle: string | null
  /** A hash of the prices, to detect changes. */
  digest: string
  /** Empty for a product that is no longer sold. */
  variants: readonly VariantEntry[]
}

export interface LedgerRegion {
  regionId: string
  currency: string
}

/** A row of the ledger. */
export interface LedgerRow {
  region_id: string
  currency: string
  product_id: string
  handle: string
  variants: VariantEntry[]
  since: Date
}

const LOCK = 'price_ledger'

/** @returns the digest of each product's last entry in a region */
export async function readLastDigests({ query }: Queryable, regionId: string): Promise<Map<string, string>> {
  const rows = await query<{ product_id: string; digest: string }>(
    `SELECT DISTINCT ON (product_id) product_id, digest FROM price_ledger
     WHERE region_id = $1 ORDER BY product_id, since DESC`,
    [regionId],
  )
  return new Map(rows.map((row) => [row.product_id, row.digest]))
}

/**
 * Inserts the prices that differ from the last entry. If several storefronts see the same change, the first inserts it.
 * @param tx a transaction; other writers wait until it ends
 */
export async function insertPrices(
  { query }: Queryable,
  { regionId, currency }: LedgerRegion,
  entries: readonly PriceEntry[],
): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtext($1))', [LOCK])
  await query(
    // Do not use now(), the start of the transaction: it is too early, because the transaction has waited for the lock.
    `INSERT INTO price_ledger (region_id, currency, product_id, handle, digest, variants, since)
     SELECT $1, $2, entry.product_id, coalesce(entry.handle, known.handle), entry.digest, entry.variants, clock_timestamp()
     FROM unnest($3::text[], $4::text[], $5::text[], $6::jsonb[]) AS entry (product_id, handle, digest, variants)
     LEFT JOIN LATERAL (
       SELECT handle, digest, since FROM price_ledger
       WHERE region_id = $1 AND product_id = entry.product_id ORDER BY since DESC LIMIT 1
     ) AS known ON true
     WHERE coalesce(entry.handle, known.handle) IS NOT NULL
       AND (known.digest IS NULL OR known.digest <> entry.digest)`,
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

/** @returns all entries of the products that cross out a price in a currency now, oldest first */
export async function entriesOfReduced({ query }: Queryable, currency: string): Promise<LedgerRow[]> {
  return query<LedgerRow>(
    `WITH now_asked AS (
       SELECT DISTINCT ON (region_id, product_id) region_id, product_id, variants FROM price_ledger
       WHERE currency = $1 ORDER BY region_id, product_id, since DESC
     )
     SELECT region_id, currency, product_id, handle, price_ledger.variants, since
     FROM price_ledger JOIN now_asked USING (region_id, product_id)
     WHERE EXISTS (
       SELECT FROM jsonb_array_elements(now_asked.variants) AS variant
       WHERE (variant->>'original')::bigint > (variant->>'amount')::bigint
     )
     ORDER BY region_id, handle, since`,
    [currency],
  )
}

/** @returns the smallest reduction of the current prices with its variant, and the largest one, by currency */
export async function readReductions({ query }: Queryable): Promise<Reduction[]> {
  return query<Reduction>(
    // Rounded down, as pages do.
    // Without sorting all entries or all variants: a large shop has a million of them.
    `WITH now_asked AS (
       SELECT latest.* FROM (SELECT DISTINCT region_id, product_id FROM price_ledger) AS known
       CROSS JOIN LATERAL (
         SELECT currency, handle, variants FROM price_ledger
         WHERE region_id = known.region_id AND product_id = known.product_id ORDER BY since DESC LIMIT 1
       ) AS latest
     ), reduced AS (
       SELECT currency, handle, product.* FROM now_asked CROSS JOIN LATERAL (
         SELECT min(percent) AS least, max(percent) AS most, (array_agg(variant ORDER BY percent))[1] AS variant
         FROM (
           SELECT variant, ((variant->>'original')::bigint - (variant->>'amount')::bigint) * 100
             / greatest((variant->>'original')::bigint, 1) AS percent
           FROM jsonb_array_elements(variants) AS variant
         ) AS priced
       ) AS product
       WHERE least IS NOT NULL
     )
     SELECT currency, min(least)::integer AS least, max(most)::integer AS most,
       (array_agg(
         jsonb_build_object(
           'handle', handle, 'sku', variant->'sku', 'amount', variant->'amount', 'original', variant->'original'
         ) ORDER BY least, handle
       ))[1] AS "leastOf"
     FROM reduced GROUP BY currency ORDER BY currency`,
  )
}

/** @returns what `checkFolder` holds texts and links against */
export async function readSold(database: Queryable) {
  return { reductions: await readReductions(database), handles: await readHandles(database) }
}

/** @returns the handles of the products that are sold now; undefined as long as the ledger has no entry */
async function readHandles({ query }: Queryable): Promise<string[] | undefined> {
  const rows = await query<{ handle: string; isSold: boolean }>(
    `SELECT DISTINCT ON (region_id, product_id) handle, jsonb_array_length(variants) > 0 AS "isSold"
     FROM price_ledger ORDER BY region_id, product_id, since DESC`,
  )
  return rows.length > 0 ? rows.flatMap(({ handle, isSold }) => (isSold ? [handle] : [])) : undefined
}

/** @returns the regions with entries, except the given ones */
export async function otherRegions({ query }: Queryable, regionIds: readonly string[]): Promise<LedgerRegion[]> {
  return query<LedgerRegion>(
    `SELECT DISTINCT ON (region_id) region_id AS "regionId", currency FROM price_ledger
     WHERE NOT (region_id = ANY($1)) ORDER BY region_id, since DESC`,
    [regionIds],
  )
}

/** Deletes the entries that a later entry of the same product replaced before a point in time. */
export async function deletePrices({ query }: Queryable, before: Date): Promise<void> {
  await query(
    `DELETE FROM price_ledger AS old WHERE EXISTS (
       SELECT FROM price_ledger AS next
       WHERE next.region_id = old.region_id AND next.product_id = old.product_id
         AND next.since > old.since AND next.since < $1
     )`,
    [before],
  )
}
