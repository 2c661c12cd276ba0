import type { Queryable } from '#server/infra/database/database.ts'

export interface PasskeyRow {
  id: string
  /** Base64url, like the user handle. */
  credential_id: string
  customer_id: string
  user_handle: string
  /** COSE. */
  public_key: Buffer
  counter: number
  transports: string[]
  device: string
  created_at: Date
  used_at: Date | null
}

// The driver returns `bigint` as text. A sign count has 32 bits.
const PASSKEY =
  'id, credential_id, customer_id, user_handle, public_key, counter::float8, transports, device, created_at, used_at'

export async function findPasskey({ query }: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  const [passkey] = await query<PasskeyRow>(`SELECT ${PASSKEY} FROM customer_passkeys WHERE credential_id = $1`, [
    credentialId,
  ])
  return passkey
}

export async function listPasskeys({ query }: Queryable, customerId: string): Promise<PasskeyRow[]> {
  return query<PasskeyRow>(`SELECT ${PASSKEY} FROM customer_passkeys WHERE customer_id = $1 ORDER BY created_at DESC`, [
    customerId,
  ])
}

/** @returns false if the credential is already known */
export async function insertPasskey(
  { query }: Queryable,
  passkey: Omit<PasskeyRow, 'id' | 'created_at' | 'used_at'>,
): Promise<boolean> {
  const inserted = await query(
    `INSERT INTO customer_passkeys (credential_id, customer_id, user_handle, public_key, counter, transports, device)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
    [
      passkey.credential_id,
      passkey.customer_id,
      passkey.user_handle,
      passkey.public_key,
      passkey.counter,
      passkey.transports,
      passkey.device,
    ],
  )
  return inserted.length > 0
}

/** False if the passkey was removed meanwhile, or its counter has not grown: then it may have been copied. */
export async function usePasskey({ query }: Queryable, id: string, counter: number): Promise<boolean> {
  const used = await query(
    `UPDATE customer_passkeys SET counter = $2, used_at = now()
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    [id, counter],
  )
  return used.length > 0
}

export async function deletePasskeys(
  { query }: Queryable,
  customerId: string,
  id: string | null = null,
): Promise<number> {
  const deleted = await query(
    'DELETE FROM customer_passkeys WHERE customer_id = $1 AND ($2::uuid IS NULL OR id = $2) RETURNING id',
    [customerId, id],
  )
  return deleted.length
}

/** False if it was used before; only one of several concurrent calls gets it. */
export async function takeChallenge({ query }: Queryable, challenge: string): Promise<boolean> {
  const taken = await query(
    'INSERT INTO used_passkey_challenges (challenge) VALUES ($1) ON CONFLICT DO NOTHING RETURNING challenge',
    [challenge],
  )
  return taken.length > 0
}

/** Their cookies have expired. */
export async function forgetOldChallenges({ query }: Queryable): Promise<void> {
  await query("DELETE FROM used_passkey_challenges WHERE used_at < now() - interval '1 hour'")
}
