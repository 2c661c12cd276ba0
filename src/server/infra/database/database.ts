import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import { Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'

import { DatabaseDown, isOutage, withoutValues } from './database-down.ts'
import { migrate, SCHEMA } from './migrate.ts'

export type DatabaseState = 'ready' | 'starting' | 'down'

/** What repositories ask; a transaction is asked in the same way. */
export interface Queryable {
  /** @throws DatabaseDown, or what PostgreSQL says about the question */
  query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
}
export type Transaction = Queryable

/** Asks also while the tables are still being made. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<QueryResult<QueryResultRow>>

export interface Database extends Queryable {
  /** Commits what `work` did when it has resolved; nothing of it stays when it throws. */
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  state: () => DatabaseState
  /** The newest migration that ran; null before. */
  migration: () => string | null
  /** Before the first start: a step to take after the migrations, before anybody is let in. */
  prepare: (step: (ask: Ask) => Promise<void>) => void
  /** Begins to look for the database; returns at once. */
  start: () => void
  stop: () => Promise<void>
}

const CONNECT_MS = 3000
const QUERY_MS = 15_000
/** How long a question waits for a database that is just being prepared. */
const PATIENCE_MS = 10_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

/** The storefront's own tables. A database that is down stops no one but those who ask it. */
export function createDatabase(url: string, log: FastifyBaseLogger): Database {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    application_name: 'lumenite',
    // Waited for by the pool, whatever its type says.
    onConnect: (client) => client.query(`SET search_path TO ${SCHEMA}`) as unknown as void,
  })
  const steps: ((ask: Ask) => Promise<void>)[] = []
  const end = new AbortController()
  const firstTry = Promise.withResolvers<void>()
  let state: DatabaseState = 'starting'
  let migration: string | null = null
  let looking: Promise<void> | undefined

  // A connection that breaks while no one uses it is replaced by the next question, or found missing by it.
  pool.on('error', (error) => log.debug({ err: error }, 'a connection to the database broke'))

  /** Tries until it succeeds; afterwards questions are let through. */
  async function look(): Promise<void> {
    for (let wait = FIRST_PAUSE_MS; !end.signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        if (migration === null) await makeTables()
        else await pool.query('SELECT 1')
        if (state === 'down') log.info('the database answers again')
        state = 'ready'
        return
      } catch (error) {
        if (end.signal.aborted) return
        // Said once, and again only where the tables cannot be made: that mends by no waiting.
        if (state !== 'down' || !isOutage(error)) log.error({ err: error }, 'the database cannot be used; trying on')
        state = 'down'
      } finally {
        firstTry.resolve()
      }
      await pause(wait, undefined, { signal: end.signal }).catch(() => {})
    }
  }

  async function makeTables(): Promise<void> {
    const newest = await migrate({ url, connectMs: CONNECT_MS, signal: end.signal, log })
    for (const step of steps) await step(ask)
    migration = newest
  }

  const ask: Ask = async (sql, values) => {
    try {
      return await pool.query(sql, values && [...values])
    } catch (error) {
      throw noticed(error)
    }
  }

  /** An outage is kept in mind, looked after, and told as one. */
  function noticed(error: unknown): unknown {
    if (!isOutage(error)) return withoutValues(error)
    if (state === 'ready' && !end.signal.aborted) {
      state = 'down'
      log.error({ err: error }, 'the database is down; looking for it')
      looking = look()
    }
    return new DatabaseDown(error)
  }

  async function letIn(): Promise<void> {
    if (state === 'starting') await Promise.race([firstTry.promise, pause(PATIENCE_MS, undefined, { ref: false })])
    if (state !== 'ready') throw new DatabaseDown()
  }

  return {
    async query<Row extends object>(sql: string, values?: readonly unknown[]) {
      await letIn()
      return (await ask(sql, values)).rows as Row[]
    },
    async transaction(work) {
      await letIn()
      const client = await pool.connect().catch((error: unknown) => {
        throw noticed(error)
      })
      try {
        return await within(client, work)
      } catch (error) {
        throw noticed(error)
      }
    },
    state: () => state,
    migration: () => migration,
    prepare: (step) => void steps.push(step),
    start: () => void (looking ??= look()),
    async stop() {
      end.abort()
      firstTry.resolve()
      await looking
      state = 'down'
      await pool.end()
    },
  }
}

async function within<Result>(client: PoolClient, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  let broken: unknown
  // Whatever is under way is rejected; unheard, the event would end the process as well.
  const notice = (error: unknown): void => void (broken = error)
  client.on('error', notice)
  const tx: Transaction = {
    async query<Row extends object>(sql: string, values?: readonly unknown[]) {
      return (await client.query(sql, values && [...values])).rows as Row[]
    },
  }
  try {
    await client.query('BEGIN')
    const result = await work(tx)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(notice)
    if (isOutage(error)) broken = error
    throw error
  } finally {
    client.off('error', notice)
    // A connection in an unknown state serves no one else.
    client.release(broken !== undefined)
  }
}
