import type { Queryable } from '#server/infra/database/database.ts'

/** False if an email with the same `once` was already queued. */
export async function insertEmail(
  { query }: Queryable,
  email: { id: string; name: string; once: string | null; orderId: string | null },
): Promise<boolean> {
  const rows = await query(
    'INSERT INTO letters (id, name, once, order_id) VALUES ($1, $2, $3, $4) ON CONFLICT (once) DO NOTHING RETURNING id',
    [email.id, email.name, email.once, email.orderId],
  )
  return rows.length > 0
}

export async function readEmailsOfOrder(
  { query }: Queryable,
  orderId: string,
): Promise<{ id: string; name: string; queued_at: Date; handed_over_at: Date | null }[]> {
  return query('SELECT id, name, queued_at, handed_over_at FROM letters WHERE order_id = $1 ORDER BY queued_at', [
    orderId,
  ])
}

export async function insertCopy({ query }: Queryable, id: string, original: string): Promise<void> {
  await query('INSERT INTO letters (id, name, order_id) SELECT $1, name, order_id FROM letters WHERE id = $2', [
    id,
    original,
  ])
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
