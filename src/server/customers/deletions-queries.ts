import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** The page, the emails and the policy state this time. */
const DELETION_DAYS = 14
/** Longer than a deletion takes. After a crash another process takes over. */
const LEASE_MINUTES = 10

export interface AccountDeletion {
  customer_id: string
  email: string
  language: Locale
  due_at: Date
}

const DUE_AT = `requested_at + interval '${DELETION_DAYS} days'`
const DELETION = `customer_id, email, language, ${DUE_AT} AS due_at`

/** Undefined if the customer has asked before. */
export async function insertDeletion(
  { query }: Queryable,
  { customer_id: customerId, email, language }: Omit<AccountDeletion, 'due_at'>,
): Promise<Date | undefined> {
  const [row] = await query<Pick<AccountDeletion, 'due_at'>>(
    `INSERT INTO account_deletions (customer_id, email, language) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING ${DUE_AT} AS due_at`,
    [customerId, email, language],
  )
  return row?.due_at
}

export async function findDeletion({ query }: Queryable, customerId: string): Promise<AccountDeletion | undefined> {
  const [row] = await query<AccountDeletion>(`SELECT ${DELETION} FROM account_deletions WHERE customer_id = $1`, [
    customerId,
  ])
  return row
}

/** Undefined if there is no deletion, or it is due. */
export async function cancelDeletion({ query }: Queryable, customerId: string): Promise<AccountDeletion | undefined> {
  const [row] = await query<AccountDeletion>(
    `DELETE FROM account_deletions WHERE customer_id = $1 AND ${DUE_AT} > now() RETURNING ${DELETION}`,
    [customerId],
  )
  return row
}

export async function changeDeletionEmail({ query }: Queryable, customerId: string, email: string): Promise<void> {
  await query('UPDATE account_deletions SET email = $2 WHERE customer_id = $1', [customerId, email])
}

/** Leases it, so that no other process carries it out. */
export async function takeDueDeletion({ query }: Queryable): Promise<AccountDeletion | undefined> {
  const [row] = await query<AccountDeletion>(
    `UPDATE account_deletions SET next_try_at = now() + interval '${LEASE_MINUTES} minutes'
     WHERE customer_id = (
       SELECT customer_id FROM account_deletions WHERE ${DUE_AT} <= now() AND next_try_at <= now()
       ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING ${DELETION}`,
  )
  return row
}

/** Deletes what the storefront itself stores, and the deletion. */
export async function forgetCustomer({ query }: Queryable, { customer_id: id, email }: AccountDeletion): Promise<void> {
  await query('DELETE FROM customer_sessions WHERE customer_id = $1', [id])
  // A link that still works was asked for since the deletion: it opens a new account.
  await query('DELETE FROM sign_in_links WHERE customer_id = $1 OR (email = $2 AND used_at IS NOT NULL)', [id, email])
  for (const table of ['customer_carts', 'customer_saved', 'account_deletions'])
    await query(`DELETE FROM ${table} WHERE customer_id = $1`, [id])
}
