import { LRUCache } from 'lru-cache'

import type { Queryable } from '#server/infra/database/database.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import { LOCK_KEY } from '#server/infra/database/shared-locks.ts'
import type { SteadyConnection } from '#server/infra/database/steady-connection.ts'

/** Far more than are ever written at once; beyond it the least recently used one is dropped. */
const MAX_OPERATIONS = 20_000

/** One of the requests that count from the same base. The one with the highest number counts. */
export interface LineWrite {
  operation: string
  number: number
  /** By how much the request changes the quantity that its operation counts from. */
  change: number
}

type Noted = Pick<LineWrite, 'number' | 'change'>

const CLAIM = `SELECT * FROM ${SCHEMA}.claim_line_write(${LOCK_KEY}, $1, $2, $3, $4)`
const RESTORE = `UPDATE ${SCHEMA}.line_writes SET number = $3, change = $4 WHERE cart = $1 AND operation = $2`

const valuesOf = (cartId: string, operation: string, { number, change }: Noted) => [cartId, operation, number, change]

/**
 * Applies each request at most once, and never after a newer one of its operation. What could not be noted in the
 * database is known to this process only.
 * @param isRefused returns whether an error guarantees that the write was not and will not be applied
 */
export function createLineWrites(
  isRefused: (error: unknown) => boolean,
  { ask }: Pick<SteadyConnection, 'ask'> = { ask: async () => undefined },
) {
  const own = new LRUCache<string, Noted>({ max: MAX_OPERATIONS })
  return {
    /** Takes the cart's lock, notes the request, and returns the one that was noted before. */
    claim: (cartId: string, request: LineWrite) => ({
      name: 'claim-write',
      text: CLAIM,
      values: valuesOf(cartId, request.operation, request),
    }),
    /**
     * The caller holds the cart's lock.
     * @param noted the row of `claim`
     * @param write receives by how much the operation has already changed the quantity
     * @returns undefined if the request is known
     */
    async run<T>(
      cartId: string,
      request: LineWrite,
      noted: { number?: number | null; change?: number | null } | undefined,
      write: (reached: number) => Promise<T>,
    ) {
      const name = `${cartId} ${request.operation}`
      const shared = { number: noted?.number ?? 0, change: noted?.change ?? 0 }
      const mine = own.get(name) ?? shared
      const earlier = mine.number > shared.number ? mine : shared
      if (earlier.number >= request.number) return undefined
      own.set(name, request)
      try {
        return await write(earlier.change)
      } catch (error) {
        // Without a response the write may still have been applied.
        if (isRefused(error)) {
          own.set(name, earlier)
          void ask({ name: 'restore-write', text: RESTORE, values: valuesOf(cartId, request.operation, earlier) })
        }
        throw error
      }
    },
  }
}

/** An hour is far longer than any write is in flight. */
export async function forgetLineWrites({ query }: Queryable): Promise<void> {
  await query("DELETE FROM line_writes WHERE noted_at < now() - interval '1 hour'")
}
