import type { Queryable } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { WithdrawnLine } from '#shared/order/order.ts'

/** How many of each line, by its id. */
export type Counts = Readonly<Record<string, number>>

/** What a return was asked for, by the line's id, and how many of the line were coming back before. */
export type Tried = Readonly<Record<string, { asked: number; before: number }>>

/** What the staff have to see to. */
export interface StaffLine extends WithdrawnLine {
  /** How many of the line the books left with the shopper as it came to the staff; missing where they were not read. */
  kept?: number
}

export interface NewWithdrawal {
  id: string
  orderId: string
  number: string
  locale: Locale
  lines: readonly WithdrawnLine[]
  reason: string | null
  /** How long it waits, and may be taken back, before it is carried out. */
  waitSeconds: number
}

export interface KnownWithdrawal {
  lines: WithdrawnLine[]
  open_lines: WithdrawnLine[]
  /** What the staff have seen to, in the books or past them. */
  closed_lines: StaffLine[]
  received_at: Date
  /** When it is carried out; in the past where it need not wait. */
  due_at: Date
}

export interface FoundWithdrawal extends Pick<KnownWithdrawal, 'lines' | 'received_at' | 'due_at'> {
  number: string
  locale: Locale
  state: 'waiting' | 'staff' | 'done' | 'taken_back'
  mayBeTakenBack: boolean
}

/** A declaration in the hands of anyone who carries it out. */
export interface TakenWithdrawal {
  id: string
  order_id: string
  number: string
  locale: Locale
  received_at: Date
  /** None where all of the order is meant. */
  open_lines: WithdrawnLine[]
  /** Null as long as nothing was asked for. */
  tried: Tried | null
  tries: number
}

/** One that the shop's staff have to deal with, or to know of. */
export interface StaffWithdrawal {
  id: string
  number: string
  order_id: string
  open_lines: WithdrawnLine[]
  received_at: Date
  /** Null where it waits for the backend, and has for long. */
  staff_note: string | null
  /** Until then its shopper may take it back; in the past where they may not. */
  due_at: Date
}

/** Declarations about one order wait for each other until the transaction ends. */
export async function lockWithdrawals({ query }: Queryable, orderId: string): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 41))', [orderId])
}

/** @returns those of an order, oldest first, and what the database's clock says */
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

/** @returns when it was received; undefined where it was not */
export async function findWithdrawal({ query }: Queryable, id: string): Promise<FoundWithdrawal | undefined> {
  const [row] = await query<FoundWithdrawal>(
    `SELECT number, locale, lines, received_at, due_at, state,
       state = 'waiting' AND due_at > now() AS "mayBeTakenBack"
     FROM withdrawals WHERE id = $1`,
    [id],
  )
  return row
}

/** Takes back one that waits for its time. @returns whether it is taken back, now or before */
export async function takeBackWithdrawal({ query }: Queryable, id: string): Promise<boolean> {
  await query(
    `UPDATE withdrawals SET state = 'taken_back', open_lines = '[]', changed_at = now()
     WHERE id = $1 AND state = 'waiting' AND due_at > now()`,
    [id],
  )
  return (await findWithdrawal({ query }, id))?.state === 'taken_back'
}

/** What of an order is declared, beyond what its books said at `since`: in full where something was done after that. */
export async function countWithdrawn({ query }: Queryable, orderId: string, since: Date): Promise<Counts> {
  const rows = await query<{ id: string; count: number }>(
    `SELECT line->>'id' AS id, sum((line->>'quantity')::integer)::integer AS count
     FROM withdrawals, jsonb_array_elements(CASE WHEN changed_at > $2 THEN lines ELSE open_lines END) AS line
     WHERE order_id = $1 AND state <> 'taken_back' GROUP BY 1`,
    [orderId, since],
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

/** Whether all of an order was declared, and it never came out what its products are, be it seen to or not. */
export async function isWholeDeclared({ query }: Queryable, orderId: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS found FROM withdrawals WHERE order_id = $1 AND lines = '[]' AND state <> 'taken_back'
       AND (state <> 'done' OR staff_note IS NOT NULL)`,
    [orderId],
  )
  return rows.length > 0
}

/** @returns when it was received, and when it is due */
export async function insertWithdrawal(
  { query }: Queryable,
  withdrawal: NewWithdrawal,
): Promise<Pick<KnownWithdrawal, 'received_at' | 'due_at'>> {
  const { id, orderId, number, locale, lines, reason, waitSeconds } = withdrawal
  const [row] = await query<Pick<KnownWithdrawal, 'received_at' | 'due_at'>>(
    // Not when the transaction began: anyone who got the order's lock later is later.
    `INSERT INTO withdrawals (id, order_id, number, locale, lines, open_lines, reason, received_at, due_at, next_try_at)
     SELECT $1::uuid, $2, $3, $4, $5::jsonb, $5::jsonb, $6, at, at + $7 * interval '1 second', at + $7 * interval '1 second'
     FROM clock_timestamp() AS at RETURNING received_at, due_at`,
    [id, orderId, number, locale, JSON.stringify(lines), reason, waitSeconds],
  )
  if (!row) throw new Error('The declaration was not kept')
  return row
}

/**
 * Takes the one that waits the longest, for a while: anyone who dies with it leaves it to the next. Those of one order
 * are taken one after the other, oldest first, so that what comes back meanwhile is not another's.
 * @returns undefined where none waits
 */
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

/** Says by its products what was declared of a whole order. */
export async function nameLines({ query }: Queryable, id: string, lines: readonly WithdrawnLine[]): Promise<void> {
  await query('UPDATE withdrawals SET lines = $2, open_lines = $2 WHERE id = $1', [id, JSON.stringify(lines)])
}

/** Notes what is going to be asked for, so that a try whose answer is lost is not made twice. */
export async function noteTry({ query }: Queryable, id: string, tried: Tried): Promise<void> {
  await query('UPDATE withdrawals SET tried = $2 WHERE id = $1', [id, JSON.stringify(tried)])
}

export async function putOff({ query }: Queryable, id: string, seconds: number): Promise<void> {
  await query('UPDATE withdrawals SET next_try_at = now() + make_interval(secs => $2) WHERE id = $1', [id, seconds])
}

/** @param rest what the staff have to deal with: `note` says why, and is null where all is done */
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

/** Those that the staff have to deal with, and those that have waited for the backend for an hour, oldest first. */
export async function listForStaff({ query }: Queryable): Promise<StaffWithdrawal[]> {
  return query<StaffWithdrawal>(
    `SELECT id, number, order_id, open_lines, received_at, due_at, staff_note FROM withdrawals
     WHERE state = 'staff' OR (state = 'waiting' AND due_at < now() - interval '1 hour')
     ORDER BY received_at`,
  )
}

/** Those that their shoppers may still take back, oldest first. */
export async function listTakeable({ query }: Queryable): Promise<StaffWithdrawal[]> {
  return query<StaffWithdrawal>(
    `SELECT id, number, order_id, open_lines, received_at, due_at, staff_note FROM withdrawals
     WHERE state = 'waiting' AND due_at > now() ORDER BY due_at`,
  )
}

/** The staff have dealt with one. @returns whether it waited for them */
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
