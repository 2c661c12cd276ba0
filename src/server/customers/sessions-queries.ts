import type { Queryable } from '#server/infra/database/database.ts'

/** The email states this time. */
export const LINK_MINUTES = 15
/** Without a visit to the account. */
export const SESSION_DAYS = 30

/** `register` and `password` set a password. `allow-change` goes to the old address and lets `change-email` follow. */
export type LinkPurpose = 'sign-in' | 'register' | 'password' | 'allow-change' | 'change-email'

export interface AccountLink {
  /** In lower case. */
  email: string
  purpose: LinkPurpose
  /** Only of `register`, like the last name. */
  first_name: string | null
  last_name: string | null
  /** Only of `allow-change` and `change-email`: the account whose address changes. */
  customer_id?: string | null
}

export interface SessionRow {
  id: string
  customer_id: string
  device: string
  created_at: Date
  seen_at: Date
}

export async function insertLink({ query }: Queryable, tokenHash: Buffer, link: AccountLink): Promise<void> {
  await query(
    `INSERT INTO sign_in_links (token_hash, email, purpose, first_name, last_name, customer_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash, link.email, link.purpose, link.first_name, link.last_name, link.customer_id],
  )
}

const LINK = 'email, purpose, first_name, last_name, customer_id'
const VALID_LINK = `token_hash = $1 AND used_at IS NULL AND created_at > now() - interval '${LINK_MINUTES} minutes'`

/** Undefined if the link is unknown, used or too old. */
export async function findLink({ query }: Queryable, tokenHash: Buffer): Promise<AccountLink | undefined> {
  const [link] = await query<AccountLink>(`SELECT ${LINK} FROM sign_in_links WHERE ${VALID_LINK}`, [tokenHash])
  return link
}

/** Only one of several concurrent calls gets true. */
export async function useLink({ query }: Queryable, tokenHash: Buffer): Promise<boolean> {
  const rows = await query(`UPDATE sign_in_links SET used_at = now() WHERE ${VALID_LINK} RETURNING 1`, [tokenHash])
  return rows.length > 0
}

export async function spendLinks({ query }: Queryable, email: string): Promise<void> {
  await query('UPDATE sign_in_links SET used_at = now() WHERE email = $1 AND used_at IS NULL', [email])
}

export async function spendEmailChanges({ query }: Queryable, customerId: string): Promise<void> {
  await query('UPDATE sign_in_links SET used_at = now() WHERE customer_id = $1 AND used_at IS NULL', [customerId])
}

export async function insertSession(
  { query }: Queryable,
  session: { tokenHash: Buffer; customerId: string; device: string },
): Promise<void> {
  await query('INSERT INTO customer_sessions (token_hash, customer_id, device) VALUES ($1, $2, $3)', [
    session.tokenHash,
    session.customerId,
    session.device,
  ])
}

const SESSION = 'id, customer_id, device, created_at, seen_at'
const VALID_SESSION = `seen_at > now() - interval '${SESSION_DAYS} days'`

/** Undefined if it was not used for too long. */
export async function findSession({ query }: Queryable, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const [session] = await query<SessionRow>(
    `SELECT ${SESSION} FROM customer_sessions WHERE token_hash = $1 AND ${VALID_SESSION}`,
    [tokenHash],
  )
  return session
}

export async function renewSession({ query }: Queryable, id: string): Promise<void> {
  await query('UPDATE customer_sessions SET seen_at = now() WHERE id = $1', [id])
}

export async function listSessions({ query }: Queryable, customerId: string): Promise<SessionRow[]> {
  return query<SessionRow>(
    `SELECT ${SESSION} FROM customer_sessions WHERE customer_id = $1 AND ${VALID_SESSION} ORDER BY seen_at DESC`,
    [customerId],
  )
}

export async function deleteSession({ query }: Queryable, tokenHash: Buffer): Promise<void> {
  await query('DELETE FROM customer_sessions WHERE token_hash = $1', [tokenHash])
}

/** Ends sessions of a customer: all, only the one with the id `only`, or all except the one with the id `but`. */
export async function deleteSessions(
  { query }: Queryable,
  customerId: string,
  { only = null, but = null }: { only?: string | null; but?: string | null } = {},
): Promise<void> {
  await query(
    `DELETE FROM customer_sessions
     WHERE customer_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id <> $3)`,
    [customerId, only, but],
  )
}

export async function forgetOldSessions({ query }: Queryable): Promise<void> {
  await query("DELETE FROM sign_in_links WHERE created_at < now() - interval '1 day'")
  await query(`DELETE FROM customer_sessions WHERE NOT ${VALID_SESSION}`)
}
