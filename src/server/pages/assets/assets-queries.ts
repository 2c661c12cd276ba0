import type { Database, Queryable } from '#server/infra/database/database.ts'

export interface StoredAsset {
  identity: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

/** The advisory lock under which files are stored. The number must differ from that of all our other locks. */
const LOCK = 6_014_060

/** One transaction: other storefronts see the whole build or none of it. `read` is called for missing files only. */
export async function storeAssets(
  { transaction }: Pick<Database, 'transaction'>,
  { build, paths, read }: { build: string; paths: readonly string[]; read: (path: string) => Promise<StoredAsset> },
): Promise<number> {
  return transaction(async (tx) => {
    // A storefront that loses its connection during a transaction must not block the others.
    await tx.query("SET LOCAL lock_timeout = '3s'")
    await tx.query("SET LOCAL idle_in_transaction_session_timeout = '15s'")
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const known = await tx.query<{ path: string }>(
      'UPDATE assets SET build = $2, seen_at = now() WHERE path = ANY($1) RETURNING path',
      [paths, build],
    )
    const stored = new Set(known.map(({ path }) => path))
    const missing = paths.filter((path) => !stored.has(path))
    for (const path of missing) {
      const { identity, br, gzip } = await read(path)
      await tx.query('INSERT INTO assets (path, identity, br, gzip, build) VALUES ($1, $2, $3, $4, $5)', [
        path,
        identity,
        br,
        gzip,
        build,
      ])
    }
    return missing.length
  })
}

export async function listAssets({ query }: Queryable, after: string): Promise<{ path: string; number: string }[]> {
  return query('SELECT path, number FROM assets WHERE number > $1 ORDER BY number', [after])
}

export async function readAsset({ query }: Queryable, path: string): Promise<StoredAsset | undefined> {
  const [asset] = await query<StoredAsset>('SELECT identity, br, gzip FROM assets WHERE path = $1', [path])
  return asset
}

export async function deleteUnseenAssets({ query }: Queryable, days: number): Promise<void> {
  await query('DELETE FROM assets WHERE seen_at < now() - make_interval(days => $1)', [days])
}
