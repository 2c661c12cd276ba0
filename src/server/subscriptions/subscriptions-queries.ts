import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { SITE_TYPE } from '#shared/newsletter/mailing.ts'

export interface Subscription {
  id: string
  email: string
  email_key: string
  language: Locale
  confirmed_at: Date | null
  unsubscribed_at: Date | null
}

const COLUMNS = 'id, email, email_key, language, confirmed_at, unsubscribed_at'

/** An address that unsubscribed has to confirm again. The row stays locked. Undefined if it is already confirmed. */
export async function requestSubscription(
  { query }: Queryable,
  asked: {
    email: string
    emailKey: string
    siteType: string
    language: Locale
    consentText: string
  },
): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `INSERT INTO subscriptions AS known (email, email_key, site_type, language, consent_text)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (email_key, site_type) DO UPDATE
       SET email = excluded.email, language = excluded.language, consent_text = excluded.consent_text,
           requested_at = now(), confirmed_at = NULL, unsubscribed_at = NULL
       WHERE known.confirmed_at IS NULL OR known.unsubscribed_at IS NOT NULL
     RETURNING id`,
    [asked.email, asked.emailKey, asked.siteType, asked.language, asked.consentText],
  )
  return row?.id
}

/** True for the first call within a day: that caller sends the confirmation email. */
export async function claimAsking({ query }: Queryable, id: string): Promise<boolean> {
  const rows = await query(
    `UPDATE subscriptions SET asked_at = now()
     WHERE id = $1 AND (asked_at IS NULL OR asked_at <= now() - interval '1 day')
     RETURNING id`,
    [id],
  )
  return rows.length > 0
}

export async function findSubscription({ query }: Queryable, id: string): Promise<Subscription | undefined> {
  const [row] = await query<Subscription>(`SELECT ${COLUMNS} FROM subscriptions WHERE id = $1`, [id])
  return row
}

/** @param emailKey from `addressKey` */
export async function findSubscriptionOf({ query }: Queryable, emailKey: string): Promise<Subscription | undefined> {
  const [row] = await query<Subscription>(
    `SELECT ${COLUMNS} FROM subscriptions WHERE email_key = $1 AND site_type = $2`,
    [emailKey, SITE_TYPE],
  )
  return row
}

/** As its owner may see it. */
type OwnSubscription = Omit<Subscription, 'id' | 'email_key'> & { requested_at: Date; consent_text: string }

export async function subscriptionsOf({ query }: Queryable, emailKey: string): Promise<OwnSubscription[]> {
  return query<OwnSubscription>(
    `SELECT email, language, consent_text, requested_at, confirmed_at, unsubscribed_at
     FROM subscriptions WHERE email_key = $1 ORDER BY requested_at`,
    [emailKey],
  )
}

/** Undefined if there was nothing to confirm. */
export async function confirmSubscription({ query }: Queryable, id: string): Promise<Subscription | undefined> {
  const [row] = await query<Subscription>(
    `UPDATE subscriptions SET confirmed_at = now()
     WHERE id = $1 AND confirmed_at IS NULL AND unsubscribed_at IS NULL
     RETURNING ${COLUMNS}`,
    [id],
  )
  return row
}

/** Only the address's owner can do that, so a new confirmation may be sent on the same day. */
export async function endSubscription({ query }: Queryable, id: string): Promise<void> {
  await query(
    'UPDATE subscriptions SET unsubscribed_at = now(), asked_at = NULL WHERE id = $1 AND unsubscribed_at IS NULL',
    [id],
  )
}

/** The request comes through a link in an email, which confirms the address. */
export async function renewSubscription({ query }: Queryable, id: string, consentText: string): Promise<void> {
  await query(
    `UPDATE subscriptions
     SET requested_at = now(), confirmed_at = now(), unsubscribed_at = NULL, consent_text = $2
     WHERE id = $1 AND (unsubscribed_at IS NOT NULL OR confirmed_at IS NULL)`,
    [id, consentText],
  )
}

export async function setEmailLanguage({ query }: Queryable, id: string, language: Locale): Promise<void> {
  await query('UPDATE subscriptions SET language = $2 WHERE id = $1', [id, language])
}

export async function forgetSubscriptions({ query }: Queryable, days: number): Promise<void> {
  await query(
    `DELETE FROM subscriptions
     WHERE coalesce(unsubscribed_at, CASE WHEN confirmed_at IS NULL THEN requested_at END) < now() - make_interval(days => $1)`,
    [days],
  )
}

interface Hint {
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
  /** In seconds. */
  age: number
}

/** Until the transaction ends, so that concurrent hints cannot exceed the limit. */
export async function lockRecipient({ query }: Queryable, recipientHash: string): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [recipientHash])
}

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

/** As its sender or recipient may see it. */
interface OwnHint {
  direction: 'sent' | 'received'
  /** Null for the recipient of the hint. */
  recipient: string | null
  message: string | null
  language: Locale
  variant_id: string | null
  dropped_at: Date
}

/** Does not name the sender, or reveal to the sender whether the recipient has opted out. */
export async function hintsOf(
  { query }: Queryable,
  { sender, recipientHash }: { sender: string; recipientHash: string },
): Promise<OwnHint[]> {
  return query<OwnHint>(
    `SELECT CASE WHEN lower(sender) = $1 THEN 'sent' ELSE 'received' END AS direction,
            CASE WHEN lower(sender) = $1 THEN recipient END AS recipient, message, language, variant_id, dropped_at
     FROM hints WHERE lower(sender) = $1 OR (recipient_hash = $2 AND is_sent) ORDER BY dropped_at`,
    [sender, recipientHash],
  )
}

export async function forgetHints({ query }: Queryable, days: number): Promise<void> {
  await query('DELETE FROM hints WHERE dropped_at < now() - make_interval(days => $1)', [days])
}

/** The link in a hint, or the preferences page. */
type SuppressionReason = 'hint' | 'preferences'

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
