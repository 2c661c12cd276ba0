import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'

export interface Hint {
  sender: string | null
  recipient: string
  recipientHash: string
  message: string | null
  language: Locale
  variantId: string | null
  isSent: boolean
}

export interface RecentHint {
  sender: string | null
  variant_id: string | null
  /** Seconds since. */
  age: number
}

/** Until the transaction ends, anyone who else hints to this recipient waits: two at once cannot both be the last. */
export async function lockRecipient({ query }: Queryable, recipientHash: string): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [recipientHash])
}

/** What this recipient was hinted at within a day, newest first. */
export async function recentHints({ query }: Queryable, recipientHash: string): Promise<RecentHint[]> {
  return query<RecentHint>(
    `SELECT sender, variant_id, extract(epoch FROM now() - dropped_at)::float8 AS age FROM hints
     WHERE recipient_hash = $1 AND dropped_at > now() - interval '1 day'
     ORDER BY dropped_at DESC`,
    [recipientHash],
  )
}

export async function keepHint({ query }: Queryable, hint: Hint): Promise<void> {
  await query(
    `INSERT INTO hints (sender, recipient, recipient_hash, message, language, variant_id, is_sent)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [hint.sender, hint.recipient, hint.recipientHash, hint.message, hint.language, hint.variantId, hint.isSent],
  )
}

export async function forgetHints({ query }: Queryable, days: number): Promise<void> {
  await query('DELETE FROM hints WHERE dropped_at < now() - make_interval(days => $1)', [days])
}
