import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { cleanUpRegularly } from '../cleanup.ts'
import { dayBefore } from '../scheduling.ts'
import type { Database, Queryable } from './database.ts'

/** `day` is such as `2026-11-21`. */
export interface DailyCount {
  day: string
  times: number
}

interface DailyCountTable<Event> {
  name: string
  /** The primary key without the day. */
  keyOf: (event: Event) => readonly string[]
  /** No two counts have the same key. */
  add: (tx: Queryable, counts: readonly (Event & DailyCount)[]) => Promise<void>
  trim: (tx: Queryable, day: string, max: number) => Promise<void>
  deleteBefore: (database: Queryable, day: string) => Promise<void>
}

export interface DailyCounts<Event> {
  /** Only writes to memory. Never throws. */
  note: (event: Event) => void
  /** Keeps the counts for the next call if the database fails. */
  write: () => Promise<void>
  deleteOld: () => Promise<void>
}

const MAX_A_DAY = 500
const MAX_WAITING = 500
export const RETENTION_DAYS = 90
const WRITE_MS = 5000

export function createDailyCounts<Event extends object>(
  { name, keyOf, add, trim, deleteBefore }: DailyCountTable<Event>,
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: Pick<FastifyBaseLogger, 'debug'>,
  now: () => Date = () => new Date(),
): DailyCounts<Event> {
  let waiting = new Map<string, Event & DailyCount>()

  function count(added: Event & DailyCount): void {
    const key = [added.day, ...keyOf(added)].join(' ')
    const known = waiting.get(key)
    if (known) Object.assign(known, added, { times: known.times + added.times })
    else if (waiting.size < MAX_WAITING) waiting.set(key, added)
  }

  return {
    note: (event) => count({ ...event, day: dayBefore(now(), 0), times: 1 }),

    async write() {
      if (waiting.size === 0 || database.state() !== 'ready') return
      // All processes write rows in the same order, which prevents deadlocks.
      const counts = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
      waiting = new Map()
      try {
        await database.transaction(async (tx) => {
          await add(tx, counts)
          for (const day of new Set(counts.map((row) => row.day))) await trim(tx, day, MAX_A_DAY)
        })
      } catch (error) {
        for (const row of counts) count(row)
        log.debug({ event: 'database.counts_failed', err: error }, `${name} could not be written; will retry`)
      }
    },

    deleteOld: async () => deleteBefore(database, dayBefore(now(), RETENTION_DAYS)),
  }
}

export function scheduleDailyCounts(
  app: FastifyInstance,
  { write, deleteOld }: Pick<DailyCounts<never>, 'write' | 'deleteOld'>,
  name: string,
): void {
  cleanUpRegularly(app, `old ${name}`, deleteOld)
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(() => void write(), WRITE_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
