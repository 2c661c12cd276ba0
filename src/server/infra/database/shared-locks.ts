import { setTimeout as pause } from 'node:timers/promises'

import type { QueryConfig } from 'pg'

import type { SharedLocks } from '../keyed-queue.ts'
import { createSingleFlight } from '../single-flight.ts'
import type { SteadyConnection } from './steady-connection.ts'

/** Longer than most tasks: placing an order may take half a minute. */
const TIMEOUT_MS = 40_000
/** A write takes a tenth of a second, an order much longer, so the interval doubles. */
const FIRST_POLL_MS = 10
const MAX_POLL_MS = 160

/** Of the text `$1`. */
export const LOCK_KEY = "hashtextextended('lumenite ' || $1, 0)"
const ACQUIRE = `SELECT pg_try_advisory_lock(${LOCK_KEY}) AS is_free`
const RELEASE = `SELECT pg_advisory_unlock(${LOCK_KEY})`
const IS_FREE = `SELECT CASE WHEN pg_try_advisory_lock_shared(${LOCK_KEY}) THEN pg_advisory_unlock_shared(${LOCK_KEY}) ELSE false END AS is_free`

type Ask = Pick<SteadyConnection, 'ask'>

interface Row {
  is_free: boolean
}

const acquiring = (key: string) => ({ name: 'acquire', text: ACQUIRE, values: [key] })

/** Held until the connection ends. Undefined without a database. */
export async function tryLock({ ask }: Ask, key: string): Promise<boolean | undefined> {
  return (await ask<Row>(acquiring(key)))?.[0]?.is_free
}

/** PostgreSQL releases advisory locks when a process dies. Without the database, processes continue without locks. */
export function createSharedLocks(connection: Ask, timeoutMs: number = TIMEOUT_MS): SharedLocks {
  const { ask } = connection
  const polls = createSingleFlight<void>()

  /** Not free after a timeout, undefined without a database. */
  async function pollUntilFree(query: QueryConfig): Promise<Row | undefined> {
    const deadline = performance.now() + timeoutMs
    for (let interval = FIRST_POLL_MS; ; interval = Math.min(2 * interval, MAX_POLL_MS)) {
      const row = (await ask<Row>(query))?.[0]
      if (row?.is_free !== false || performance.now() > deadline) return row
      await pause(interval)
    }
  }

  return {
    async acquire(key, query = acquiring(key)) {
      const row = await pollUntilFree(query)
      if (row?.is_free === false) return undefined
      // A query that failed may have taken the lock.
      return { row, release: () => void ask({ name: 'release', text: RELEASE, values: [key] }) }
    },
    settled: (key) =>
      polls.run(key, async () => void (await pollUntilFree({ name: 'is-free', text: IS_FREE, values: [key] }))),
  }
}
