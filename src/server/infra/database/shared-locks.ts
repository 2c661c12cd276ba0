import { setTimeout as pause } from 'node:timers/promises'

import type { SharedLocks } from '../keyed-queue.ts'
import type { SteadyConnection } from './steady-connection.ts'

/** Longer than most tasks: placing an order may take half a minute. */
const PATIENCE_MS = 40_000
/** A write takes a tenth of a second: who waits for one looks often at first, and for an order seldom. */
const LOOK_MS = 10
const SELDOM_MS = 160

/** Apart from other locks of the same database. */
const KEY = "hashtextextended('lumenite ' || $1, 0)"
const TAKE = `SELECT pg_try_advisory_lock(${KEY}) AS is_mine`
const GIVE_BACK = `SELECT pg_advisory_unlock(${KEY})`
const LOOK = `SELECT CASE WHEN pg_try_advisory_lock_shared(${KEY}) THEN pg_advisory_unlock_shared(${KEY}) ELSE false END AS is_free`

/**
 * Turns by advisory locks of PostgreSQL, which gives back what a process held that ended, however it ended. All of them
 * are held on one connection. While it is away each process goes on alone: a cart needs no database.
 */
export function createSharedLocks(
  { ask }: Pick<SteadyConnection, 'ask'>,
  patienceMs: number = PATIENCE_MS,
): SharedLocks {
  /** Looks for each cart, however many wait to see it. */
  const looks = new Map<string, Promise<unknown>>()

  async function untilTrue(look: () => Promise<boolean | undefined>): Promise<boolean | undefined> {
    const deadline = performance.now() + patienceMs
    for (let wait = LOOK_MS; ; wait = Math.min(2 * wait, SELDOM_MS)) {
      const answer = await look()
      if (answer !== false || performance.now() > deadline) return answer
      await pause(wait)
    }
  }

  async function lookUntilFree(key: string): Promise<void> {
    await untilTrue(
      async () => (await ask<{ is_free: boolean }>({ name: 'look', text: LOOK, values: [key] }))?.[0]?.is_free,
    )
  }

  return {
    async take(key) {
      const isMine = await untilTrue(
        async () => (await ask<{ is_mine: boolean }>({ name: 'take', text: TAKE, values: [key] }))?.[0]?.is_mine,
      )
      if (isMine === false) return undefined
      if (isMine === undefined) return () => {}
      return () => void ask({ name: 'give-back', text: GIVE_BACK, values: [key] })
    },
    async settled(key) {
      const look = looks.get(key) ?? lookUntilFree(key).finally(() => looks.delete(key))
      looks.set(key, look)
      await look
    },
  }
}
