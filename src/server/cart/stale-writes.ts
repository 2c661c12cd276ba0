import { LRUCache } from 'lru-cache'

import type { Queryable } from '#server/infra/database/database.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import type { SteadyConnection } from '#server/infra/database/shared-locks.ts'
import type { WriteOrder } from '#shared/cart/write-order.ts'

/** Far more lines than are ever written at once; beyond it the least recently used line is dropped. */
const MAX_LINES = 20_000
const MAX_WRITES = 30
/** The longest time that a write can be in flight. A larger gap means that the device's clock was set back. */
const LONGEST_WAY_MS = 60_000

export interface LineWrite extends WriteOrder {
  /** The quantity to add; undefined if the write sets the line's total quantity. */
  more?: number
}

export type StaleWrites = ReturnType<typeof createStaleWrites>

type DoneWrite = Omit<LineWrite, 'line'>

export type SharedWrites = ReturnType<typeof createSharedWrites>

const NO_SHARED_WRITES: SharedWrites = { of: async () => [], note: async () => {} }

/**
 * Remembers the newest writes to each line, so that a write is applied at most once and never after a newer one.
 * @param isRefused returns whether an error guarantees that the write was not and will not be applied
 */
export function createStaleWrites(isRefused: (error: unknown) => boolean, shared: SharedWrites = NO_SHARED_WRITES) {
  const own = new LRUCache<string, readonly DoneWrite[]>({ max: MAX_LINES })

  async function note(cartId: string, order: LineWrite): Promise<void> {
    const name = `${cartId} ${order.line}`
    own.set(name, [...(own.get(name) ?? []), order].slice(-MAX_WRITES))
    await shared.note(cartId, order)
  }

  return {
    /**
     * A write is stale if the same page has already sent it or a later write, or if another page has later set the line's
     * total quantity. The caller runs the writes to one cart one at a time.
     * @param write receives the quantity that other pages have added later, to add on top
     * @returns undefined if the write was stale
     */
    async run<T>(cartId: string, order: LineWrite | undefined, write: (addedLater: number) => Promise<T>) {
      if (!order) return write(0)
      // Writes that could not be shared are known to this process only.
      const known = [...(await shared.of(cartId, order.line)), ...(own.get(`${cartId} ${order.line}`) ?? [])]
      const done = [...new Map(known.map((entry) => [`${entry.page}=${entry.number}`, entry])).values()]
      if (done.some((entry) => overtakes(entry, order))) return undefined
      try {
        const result = await write(addedAfter(order, done))
        await note(cartId, order)
        return result
      } catch (error) {
        // Without a response the write may still have been applied.
        if (!isRefused(error)) await note(cartId, order)
        throw error
      }
    },
  }
}

function overtakes(done: DoneWrite, order: LineWrite): boolean {
  if (done.page === order.page) return done.number >= order.number
  return done.more === undefined && isLater(done, order)
}

/** Sums what other pages added later. The quantity that a page sets already includes its own additions. */
function addedAfter(order: LineWrite, done: readonly DoneWrite[]): number {
  if (order.more !== undefined) return 0
  const later = done.filter((entry) => entry.page !== order.page && isLater(entry, order))
  return later.reduce((sum, { more = 0 }) => sum + more, 0)
}

function isLater(one: DoneWrite, other: DoneWrite): boolean {
  return one.number > other.number && one.number - other.number < LONGEST_WAY_MS
}

const READ = `SELECT page, number, more FROM ${SCHEMA}.line_writes
  WHERE cart = $1 AND line = $2 AND noted_at > now() - interval '5 minutes'`
const NOTE = `INSERT INTO ${SCHEMA}.line_writes (cart, line, page, number, more) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`

interface Row {
  page: string
  number: string
  more: number | null
}

/** Shared by all processes. Never throws. */
export function createSharedWrites({ ask }: Pick<SteadyConnection, 'ask'>) {
  return {
    /** None if the database is unavailable: each process then relies on its own. */
    async of(cartId: string, line: string) {
      const rows = await ask<Row>({ name: 'read-writes', text: READ, values: [cartId, line] })
      return (rows ?? []).map(({ page, number, more }) => ({ page, number: Number(number), more: more ?? undefined }))
    },
    async note(cartId: string, { line, page, number, more }: LineWrite) {
      await ask({ name: 'note-write', text: NOTE, values: [cartId, line, page, number, more ?? null] })
    },
  }
}

/** An hour is far longer than any write is in flight. */
export async function forgetLineWrites({ query }: Queryable): Promise<void> {
  await query("DELETE FROM line_writes WHERE noted_at < now() - interval '1 hour'")
}
