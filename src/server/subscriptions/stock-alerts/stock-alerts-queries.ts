import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'

export interface StockAlertRequest {
  email: string
  emailKey: string
  recipientHash: string
  variantId: string
  sku: string | null
  /** The English name of the product and the variant. */
  piece: string
  language: Locale
  regionId: string
  isConfirmed: boolean
}

export interface StockAlert {
  email: string
  recipient_hash: string
  variant_id: string
  piece: string
  language: Locale
  region_id: string
  confirmed_at: Date | null
}

const COLUMNS = 'email, recipient_hash, variant_id, piece, language, region_id, confirmed_at'

/** A known request only takes the new language and region. */
export async function keepStockAlert({ query }: Queryable, asked: StockAlertRequest): Promise<void> {
  await query(
    `INSERT INTO stock_alerts AS known
       (email, email_key, recipient_hash, variant_id, sku, piece, language, region_id, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $9::boolean THEN now() END)
     ON CONFLICT (recipient_hash, variant_id) DO UPDATE
       SET language = excluded.language, region_id = excluded.region_id,
           confirmed_at = coalesce(known.confirmed_at, excluded.confirmed_at)`,
    [
      asked.email,
      asked.emailKey,
      asked.recipientHash,
      asked.variantId,
      asked.sku,
      asked.piece,
      asked.language,
      asked.regionId,
      asked.isConfirmed,
    ],
  )
}

/** For the newsletter or for another stock alert. */
export async function isConfirmedAddress({ query }: Queryable, emailKey: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS found FROM subscriptions
     WHERE email_key = $1 AND confirmed_at IS NOT NULL AND unsubscribed_at IS NULL
     UNION ALL
     SELECT 1 AS found FROM stock_alerts WHERE email_key = $1 AND confirmed_at IS NOT NULL
     LIMIT 1`,
    [emailKey],
  )
  return rows.length > 0
}

export async function alertsOf({ query }: Queryable, recipientHash: string): Promise<StockAlert[]> {
  return query<StockAlert>(
    `SELECT ${COLUMNS} FROM stock_alerts WHERE recipient_hash = $1 ORDER BY requested_at DESC, id`,
    [recipientHash],
  )
}

/** True for the first call within a day: that caller sends the email that asks to confirm. */
export async function claimAsking({ query }: Queryable, recipientHash: string): Promise<boolean> {
  const rows = await query(
    `UPDATE stock_alerts SET asked_at = now()
     WHERE recipient_hash = $1 AND NOT EXISTS (
       SELECT FROM stock_alerts WHERE recipient_hash = $1 AND asked_at > now() - interval '1 day'
     )
     RETURNING id`,
    [recipientHash],
  )
  return rows.length > 0
}

export async function confirmAlerts({ query }: Queryable, recipientHash: string): Promise<void> {
  await query('UPDATE stock_alerts SET confirmed_at = now() WHERE recipient_hash = $1 AND confirmed_at IS NULL', [
    recipientHash,
  ])
}

export async function deleteAlerts({ query }: Queryable, recipientHash: string): Promise<void> {
  await query('DELETE FROM stock_alerts WHERE recipient_hash = $1', [recipientHash])
}

export async function awaitedVariants({ query }: Queryable): Promise<string[]> {
  const rows = await query<{ variant_id: string }>(
    'SELECT DISTINCT variant_id FROM stock_alerts WHERE confirmed_at IS NOT NULL',
  )
  return rows.map((row) => row.variant_id)
}

/** Deletes and returns the oldest. No two transactions take the same request, and a rollback restores it. */
export async function takeAlerts({ query }: Queryable, variantId: string, limit: number): Promise<StockAlert[]> {
  return query<StockAlert>(
    `DELETE FROM stock_alerts WHERE id IN (
       SELECT id FROM stock_alerts WHERE variant_id = $1 AND confirmed_at IS NOT NULL
       ORDER BY requested_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     RETURNING ${COLUMNS}`,
    [variantId, limit],
  )
}

export async function forgetAlerts(
  { query }: Queryable,
  days: { unconfirmed: number; confirmed: number },
): Promise<void> {
  await query(
    `DELETE FROM stock_alerts
     WHERE requested_at < now() - CASE WHEN confirmed_at IS NULL
       THEN make_interval(days => $1) ELSE make_interval(days => $2) END`,
    [days.unconfirmed, days.confirmed],
  )
}

export interface StockDemand {
  variant_id: string
  sku: string | null
  piece: string
  /** Confirmed addresses. */
  waiting: number
  unconfirmed: number
  /** The day of the oldest request (`2026-11-21`, UTC). */
  since: string
}

export async function stockDemand({ query }: Queryable): Promise<StockDemand[]> {
  return query<StockDemand>(
    `SELECT variant_id, max(sku) AS sku, (array_agg(piece ORDER BY requested_at DESC))[1] AS piece,
            count(confirmed_at)::int AS waiting, (count(*) - count(confirmed_at))::int AS unconfirmed,
            to_char(min(requested_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS since
     FROM stock_alerts GROUP BY variant_id
     ORDER BY waiting DESC, unconfirmed DESC, since, variant_id`,
  )
}
