import type { Queryable } from '#server/infra/database/database.ts'

const WINDOW = "interval '1 day'"

/** Counts before the outcome is known, so that concurrent tries are counted. `counts` has the order of the keys. */
export async function countTries(
  { query }: Queryable,
  keys: readonly string[],
): Promise<{ ids: string[]; counts: number[] }> {
  const rows = await query<{ id: string }>('INSERT INTO order_lookups (key) SELECT unnest($1::text[]) RETURNING id', [
    keys,
  ])
  const counted = await query<{ key: string; count: number }>(
    `SELECT key, count(*)::integer AS count FROM order_lookups
     WHERE key = ANY($1) AND tried_at > now() - ${WINDOW} GROUP BY key`,
    [keys],
  )
  return {
    ids: rows.map(({ id }) => id),
    counts: keys.map((key) => counted.find((row) => row.key === key)?.count ?? 0),
  }
}

/** A successful try is not evidence of guessing. */
export async function forgetTries({ query }: Queryable, ids: readonly string[]): Promise<void> {
  await query('DELETE FROM order_lookups WHERE id = ANY($1::bigint[])', [ids])
}

export async function forgetOldTries({ query }: Queryable): Promise<void> {
  await query(`DELETE FROM order_lookups WHERE tried_at < now() - ${WINDOW}`)
}
