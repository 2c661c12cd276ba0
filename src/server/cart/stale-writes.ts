import type { Queryable } from '#server/infra/database/database.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import type { SteadyConnection } from '#server/infra/database/shared-locks.ts'
import type { WriteOrder } from '#shared/cart/write-order.ts'

/** More than are ever on their way at once; beyond it the line that was written to longest ago is forgotten. */
const MAX_LINES = 20_000
const MAX_WRITES = 30
/** No write is on its way for longer; what seems to be was written after the device's clock was set back. */
const LONGEST_WAY_MS = 60_000

/** A write to a line of a cart. */
export interface LineWrite extends WriteOrder {
  /** How many products more it asks for; absent where it says what is wanted of the line in all. */
  more?: number | undefined
}

/** Remembers the newest writes to each line, so that none comes true after a newer one, and none twice. */
export interface StaleWrites {
  /**
   * Runs a write, unless it or a later one of its page was done, or one of another page that said all that is wanted.
   * @param cartId whose line it is; one at a time
   * @param order without it nothing overtakes the write
   * @param write is told how many products other pages have added later, which are wanted besides
   * @returns what it returns; undefined where it was overtaken
   * @throws what the write throws
   */
  run<T>(
    cartId: string,
    order: LineWrite | undefined,
    write: (addedLater: number) => Promise<T>,
  ): Promise<T | undefined>
}

/** What was done to a line. */
type DoneWrite = Omit<LineWrite, 'line'>

/** What the processes of one shop remember together. Never throws. */
export interface SharedWrites {
  /** @returns the newest writes to the line; none where no one can be asked, and each process goes by its own */
  of(cartId: string, line: string): Promise<readonly DoneWrite[]>
  note(cartId: string, order: LineWrite): Promise<void>
}

const NO_SHARED_WRITES: SharedWrites = { of: async () => [], note: async () => {} }

/**
 * @param isRefused of what a write throws: whether nothing of it can have been done, then or later
 * @param shared what other processes have done to the same carts
 */
export function createStaleWrites(
  isRefused: (error: unknown) => boolean,
  shared: SharedWrites = NO_SHARED_WRITES,
): StaleWrites {
  const own = new Map<string, readonly DoneWrite[]>()

  async function note(cartId: string, order: LineWrite): Promise<void> {
    const name = `${cartId} ${order.line}`
    const done = own.get(name) ?? []
    own.delete(name)
    own.set(name, [...done, order].slice(-MAX_WRITES))
    const [oldest] = own.keys()
    if (own.size > MAX_LINES && oldest !== undefined) own.delete(oldest)
    await shared.note(cartId, order)
  }

  return {
    async run(cartId, order, write) {
      if (!order) return write(0)
      // What could not be told to the others is known here alone.
      const known = [...(await shared.of(cartId, order.line)), ...(own.get(`${cartId} ${order.line}`) ?? [])]
      const done = [...new Map(known.map((one) => [`${one.page}=${one.number}`, one])).values()]
      if (done.some((one) => overtakes(one, order))) return undefined
      try {
        const result = await write(addedAfter(order, done))
        await note(cartId, order)
        return result
      } catch (error) {
        // No answer is no proof that nothing was done.
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

/** Of its own page a write counts everything itself. */
function addedAfter(order: LineWrite, done: readonly DoneWrite[]): number {
  if (order.more !== undefined) return 0
  const later = done.filter((one) => one.page !== order.page && isLater(one, order))
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

/** The newest writes to lines of carts, of all processes of the shop. */
export function createSharedWrites({ ask }: Pick<SteadyConnection, 'ask'>): SharedWrites {
  return {
    async of(cartId, line) {
      const rows = await ask<Row>({ name: 'read-writes', text: READ, values: [cartId, line] })
      return (rows ?? []).map(({ page, number, more }) => ({ page, number: Number(number), more: more ?? undefined }))
    },
    async note(cartId, { line, page, number, more }) {
      await ask({ name: 'note-write', text: NOTE, values: [cartId, line, page, number, more ?? null] })
    },
  }
}

/** No write is on its way for an hour. */
export async function forgetLineWrites({ query }: Queryable): Promise<void> {
  await query("DELETE FROM line_writes WHERE noted_at < now() - interval '1 hour'")
}
