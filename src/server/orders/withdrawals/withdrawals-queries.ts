import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { WithdrawnLine } from '#shared/order/order.ts'

/** Quantities by line id. */
export type Counts = Readonly<Record<string, number>>

/** By line id: the quantity that a return was requested for, and the quantity returned before. */
export type Tried = Readonly<Record<string, { asked: number; before: number }>>

export interface StaffLine extends WithdrawnLine {
  /** What the shopper still had, according to the backend, when it was passed to staff. */
  kept?: number
}

export interface KnownWithdrawal {
  lines: WithdrawnLine[]
  open_lines: WithdrawnLine[]
  /** Lines that staff have processed, whether recorded in the backend or not. */
  closed_lines: StaffLine[]
  received_at: Date
  /** In the past if there is no delay. */
  due_at: Date
}

export interface FoundWithdrawal extends Pick<KnownWithdrawal, 'lines' | 'received_at' | 'due_at'> {
  number: string
  locale: Locale
  state: 'waiting' | 'staff' | 'done' | 'taken_back'
  mayBeTakenBack: boolean
}

export interface TakenWithdrawal {
  id: string
  order_id: string
  number: string
  locale: Locale
  received_at: Date
  /** Empty if the whole order is meant. */
  open_lines: WithdrawnLine[]
  /** Null until a return was requested. */
  tried: Tried | null
  tries: number
}

export interface StaffWithdrawal {
  id: string
  number: string
  order_id: string
  open_lines: WithdrawnLine[]
  received_at: Date
  /** Null if it has been waiting for the backend for long. */
  staff_note: string | null
  /** Until when the shopper can revoke it; in the past if they cannot. */
  due_at: Date
}

export async function lockWithdrawals({ query }: Queryable, orderId: string): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 41))', [orderId])
}

/** @returns the withdrawals of an order, oldest first, and the database's time */
export async function readWithdrawals(
  { query }: Queryable,
  orderId: string,
): Promise<{ now: Date; withdrawals: KnownWithdrawal[] }> {
  const rows = await query<{ now: Date; lines: WithdrawnLine[] | null } & Omit<KnownWithdrawal, 'lines'>>(
    `SELECT clock_timestamp() AS now, lines, open_lines, closed_lines, received_at, due_at
     FROM (SELECT 1) AS always LEFT JOIN withdrawals ON order_id = $1 AND state <> 'taken_back' ORDER BY received_at`,
    [orderId],
  )
  return {
    now: rows[0]?.now ?? new Date(),
    withdrawals: rows.flatMap(({ lines, ...rest }) => (lines === null ? [] : [{ lines, ...rest }])),
  }
}

export async function findWithdrawal({ query }: Queryable, id: string): Promise<FoundWithdrawal | undefined> {
  const [row] = await query<FoundWithdrawal>(
    `SELECT number, locale, lines, received_at, due_at, state,
       state = 'waiting' AND due_at > now() AS "mayBeTakenBack"
     FROM withdrawals WHERE id = $1`,
    [id],
  )
  return row
}

/** Returns whether it is revoked, now or before. */
export async function takeBackWithdrawal({ query }: Queryable, id: string): Promise<boolean> {
  await query(
    `UPDATE withdrawals SET state = 'taken_back', open_lines = '[]', changed_at = now()
     WHERE id = $1 AND state = 'waiting' AND due_at > now()`,
    [id],
  )
  return (await findWithdrawal({ query }, id))?.state === 'taken_back'
}

/** In addition to what the backend recorded at `since`. A withdrawal that changed after `since` counts in full. */
export async function countWithdrawn({ query }: Queryable, orderId: string, since: Date): Promise<Counts> {
  const rows = await query<{ id: string; count: number }>(
    `SELECT line->>'id' AS id, sum((line->>'quantity')::integer)::integer AS count
     FROM withdrawals, jsonb_array_elements(CASE WHEN changed_at > $2 THEN lines ELSE open_lines END) AS line
     WHERE order_id = $1 AND state <> 'taken_back' GROUP BY 1`,
    [orderId, since],
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

/** Without its items ever becoming known, processed or not. */
export async function isWholeDeclared({ query }: Queryable, orderId: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS found FROM withdrawals WHERE order_id = $1 AND lines = '[]' AND state <> 'taken_back'
       AND (state <> 'done' OR staff_note IS NOT NULL)`,
    [orderId],
  )
  return rows.length > 0
}

export async function insertWithdrawal(
  { query }: Queryable,
  withdrawal: {
    id: string
    orderId: string
    number: string
    locale: Locale
    lines: readonly WithdrawnLine[]
    reason: string | null
    /** The delay before it is processed, in which it can be revoked. */
    waitSeconds: number
  },
): Promise<Pick<KnownWithdrawal, 'received_at' | 'due_at'>> {
  const { id, orderId, number, locale, lines, reason, waitSeconds } = withdrawal
  const [row] = await query<Pick<KnownWithdrawal, 'received_at' | 'due_at'>>(
    // The clock, not the start of the transaction: the one that gets the order's lock later must have the later time.
    `INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, reason, received_at, due_at, next_try_at)
     SELECT $1::uuid, $2, $3, $4, $5::jsonb, $5::jsonb, $6, at, at + $7 * interval '1 second', at + $7 * interval '1 second'
     FROM clock_timestamp() AS at RETURNING received_at, due_at`,
    [id, orderId, number, locale, JSON.stringify(lines), reason, waitSeconds],
  )
  if (!row) throw new Error('The declaration was not kept')
  return row
}

/** After a crash the lease expires. One of an order at a time, the oldest first: their returns cannot be confused. */
export async function takeWaiting({ query }: Queryable, seconds: number): Promise<TakenWithdrawal | undefined> {
  const [row] = await query<TakenWithdrawal>(
    `UPDATE withdrawals SET tries = tries + 1, next_try_at = now() + make_interval(secs => $1)
     WHERE id = (
       SELECT id FROM withdrawals AS one WHERE state = 'waiting' AND next_try_at <= now() AND NOT EXISTS (
         SELECT 1 FROM withdrawals AS other WHERE other.order_id = one.order_id AND other.state = 'waiting' AND other.due_at <= now()
           AND (other.received_at, other.id) < (one.received_at, one.id)
       )
       ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING id, order_id, number, locale, received_at, open_lines, tried, tries`,
    [seconds],
  )
  return row
}

/** Stores the items of a whole-order withdrawal. */
export async function nameLines({ query }: Queryable, id: string, lines: readonly WithdrawnLine[]): Promise<void> {
  await query('UPDATE withdrawals SET lines = $2, open_lines = $2 WHERE id = $1', [id, JSON.stringify(lines)])
}

/** Recorded before the request is sent, so that it is not repeated if the response is lost. */
export async function noteTry({ query }: Queryable, id: string, tried: Tried): Promise<void> {
  await query('UPDATE withdrawals SET tried = $2 WHERE id = $1', [id, JSON.stringify(tried)])
}

export async function putOff({ query }: Queryable, id: string, seconds: number): Promise<void> {
  await query('UPDATE withdrawals SET next_try_at = now() + make_interval(secs => $2) WHERE id = $1', [id, seconds])
}

/** @param rest the lines left to staff; `note` says why, and is null if everything is done */
export async function settleWithdrawal(
  { query }: Queryable,
  id: string,
  { returnId, rest, note }: { returnId: string | null; rest: readonly StaffLine[]; note: string | null },
): Promise<void> {
  await query(
    `UPDATE withdrawals SET state = $2, return_id = coalesce($3, return_id), open_lines = $4, staff_note = $5,
       changed_at = now() WHERE id = $1`,
    [id, note === null ? 'done' : 'staff', returnId, JSON.stringify(rest), note],
  )
}

export async function countOpenWithdrawals({ query }: Queryable): Promise<{ waiting: number; staff: number }> {
  const [row] = await query<{ waiting: number; staff: number }>(
    `SELECT count(*) FILTER (WHERE state = 'waiting' AND due_at <= now())::integer AS waiting,
            count(*) FILTER (WHERE state = 'staff')::integer AS staff
     FROM withdrawals WHERE state IN ('waiting', 'staff')`,
  )
  return row ?? { waiting: 0, staff: 0 }
}

/** Also lists those that have waited for the backend for an hour. */
export async function listForStaff({ query }: Queryable): Promise<StaffWithdrawal[]> {
  return query<StaffWithdrawal>(
    `SELECT id, number, order_id, open_lines, received_at, due_at, staff_note FROM withdrawals
     WHERE state = 'staff' OR (state = 'waiting' AND due_at < now() - interval '1 hour')
     ORDER BY received_at`,
  )
}

export interface OrderWithdrawal extends StaffWithdrawal, Pick<FoundWithdrawal, 'lines' | 'state' | 'mayBeTakenBack'> {
  reason: string | null
  /** The backend's return that it became. */
  return_id: string | null
}

export async function listOfOrder({ query }: Queryable, orderId: string): Promise<OrderWithdrawal[]> {
  return query<OrderWithdrawal>(
    `SELECT id, number, order_id, lines, open_lines, received_at, due_at, staff_note, state, reason, return_id,
       state = 'waiting' AND due_at > now() AS "mayBeTakenBack"
     FROM withdrawals WHERE order_id = $1 ORDER BY received_at`,
    [orderId],
  )
}

export async function listTakeable({ query }: Queryable): Promise<StaffWithdrawal[]> {
  return query<StaffWithdrawal>(
    `SELECT id, number, order_id, open_lines, received_at, due_at, staff_note FROM withdrawals
     WHERE state = 'waiting' AND due_at > now() ORDER BY due_at`,
  )
}

export async function listWithdrawnOrders({ query }: Queryable): Promise<string[]> {
  const rows = await query<{ order_id: string }>(
    "SELECT DISTINCT order_id FROM withdrawals WHERE state IN ('waiting', 'staff')",
  )
  return rows.map((row) => row.order_id)
}

/** Returns whether it was waiting for staff. */
export async function closeWithdrawal({ query }: Queryable, id: string): Promise<boolean> {
  const rows = await query(
    `UPDATE withdrawals SET state = 'done', closed_lines = open_lines, open_lines = '[]', changed_at = now()
     WHERE id::text = $1 AND state = 'staff' RETURNING id`,
    [id],
  )
  return rows.length > 0
}

export async function forgetWithdrawals({ query }: Queryable, days: number): Promise<void> {
  await query(
    "DELETE FROM withdrawals WHERE state IN ('done', 'taken_back') AND received_at < now() - make_interval(days => $1)",
    [days],
  )
}
