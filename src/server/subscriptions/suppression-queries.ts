import type { Queryable } from '#server/infra/database/database.ts'

/** Why an address gets no hints: by the link of a hint, or by the page of a subscriber's preferences. */
export type SuppressionReason = 'hint' | 'preferences'

/** No hint goes to this address from now on. */
export async function suppress({ query }: Queryable, addressHash: string, reason: SuppressionReason): Promise<void> {
  await query('INSERT INTO suppression (address_hash, reason) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    addressHash,
    reason,
  ])
}

export async function lift({ query }: Queryable, addressHash: string): Promise<void> {
  await query('DELETE FROM suppression WHERE address_hash = $1', [addressHash])
}

export async function isSuppressed({ query }: Queryable, addressHash: string): Promise<boolean> {
  const rows = await query('SELECT 1 AS found FROM suppression WHERE address_hash = $1', [addressHash])
  return rows.length > 0
}
