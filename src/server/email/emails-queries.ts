import type { Queryable } from '#server/infra/database/database.ts'

/** @returns false if an email with the same `once` was already queued */
export async function insertEmail(
  { query }: Queryable,
  email: { id: string; name: string; once: string | null },
): Promise<boolean> {
  const rows = await query(
    'INSERT INTO letters (id, name, once) VALUES ($1, $2, $3) ON CONFLICT (once) DO NOTHING RETURNING id',
    [email.id, email.name, email.once],
  )
  return rows.length > 0
}

/** Returns whether an email with the same `once` was already queued. */
export async function isQueued({ query }: Queryable, once: string): Promise<boolean> {
  const rows = await query('SELECT 1 AS found FROM letters WHERE once = $1', [once])
  return rows.length > 0
}

/** Returns when this shop began to send emails: when their table was created. */
export async function firstEmailsAt({ query }: Queryable): Promise<Date> {
  const [row] = await query<{ since: Date }>(
    `SELECT run_on::timestamptz AS since FROM migrations WHERE name = '000_letters'`,
  )
  return row?.since ?? new Date(0)
}

export async function isHandedOver({ query }: Queryable, id: string): Promise<boolean> {
  const [row] = await query<{ handed: boolean }>(
    'SELECT handed_over_at IS NOT NULL AS handed FROM letters WHERE id = $1',
    [id],
  )
  return row?.handed ?? false
}

export async function markHandedOver({ query }: Queryable, id: string): Promise<void> {
  await query('UPDATE letters SET handed_over_at = coalesce(handed_over_at, now()) WHERE id = $1', [id])
}
