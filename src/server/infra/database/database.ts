import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import { Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'

import { backOff } from '../scheduling.ts'
import { DatabaseDown, isOutage, withoutValues } from './database-down.ts'
import { migrate, SCHEMA } from './migrate.ts'

export type DatabaseState = 'ready' | 'starting' | 'down'

export interface Queryable {
  /** Throws DatabaseDown, or the error that PostgreSQL returns. */
  query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
}
export type Transaction = Queryable

export type Ask = (sql: string, values?: readonly unknown[]) => Promise<QueryResult<QueryResultRow>>

export interface Database extends Queryable {
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  state: () => DatabaseState
  /** Null before the migrations have run. */
  migration: () => string | null
  /** Runs `step` between the migrations and the first query. Call it before `start`. */
  prepare: (step: (ask: Ask) => Promise<void>) => void
  start: () => void
  stop: () => Promise<void>
}

const CONNECT_MS = 3000
const QUERY_MS = 15_000
const START_WAIT_MS = 10_000
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000

/** While the database is down, only queries fail. */
export function createDatabase(url: string, log: FastifyBaseLogger, poolSize = 10): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    application_name: 'lumenite',
    // The pool awaits the promise, although its type says void.
    onConnect: (client) => client.query(`SET search_path TO ${SCHEMA}`) as unknown as void,
  })
  const steps: ((ask: Ask) => Promise<void>)[] = []
  const stopping = new AbortController()
  const firstTry = Promise.withResolvers<void>()
  let state: DatabaseState = 'starting'
  let migration: string | null = null
  let connecting: Promise<void> | undefined

  // The next query replaces an idle connection that breaks, or notices the outage.
  pool.on('error', (error) =>
    log.debug({ event: 'database.connection_lost', err: error }, 'a database connection was lost'),
  )

  async function connect(): Promise<void> {
    for (let failures = 1; !stopping.signal.aborted; failures += 1) {
      try {
        if (migration === null) await migrateTables()
        else await pool.query('SELECT 1')
        if (state === 'down') log.info({ event: 'database.restored' }, 'the database responds again')
        state = 'ready'
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        // An outage is logged once. A failed migration is logged each time, since waiting does not fix it.
        if (state !== 'down' || !isOutage(error))
          log.error({ event: 'database.unavailable', err: error }, 'database unavailable; retrying')
        state = 'down'
      } finally {
        firstTry.resolve()
      }
      await pause(backOff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
    }
  }

  async function migrateTables(): Promise<void> {
    const newest = await migrate({ url, connectMs: CONNECT_MS, signal: stopping.signal, log })
    for (const step of steps) await step(ask)
    migration = newest
  }

  const ask: Ask = async (sql, values) => {
    try {
      return await pool.query(sql, values && [...values])
    } catch (error) {
      throw handleError(error)
    }
  }

  function handleError(error: unknown): unknown {
    if (!isOutage(error)) return withoutValues(error)
    if (state === 'ready' && !stopping.signal.aborted) {
      state = 'down'
      log.error({ event: 'database.down', err: error }, 'the database is down; reconnecting')
      connecting = connect()
    }
    return new DatabaseDown(error)
  }

  async function waitUntilReady(): Promise<void> {
    if (state === 'starting') await Promise.race([firstTry.promise, pause(START_WAIT_MS, undefined, { ref: false })])
    if (state !== 'ready') throw new DatabaseDown()
  }

  return {
    async query<Row extends object>(sql: string, values?: readonly unknown[]) {
      await waitUntilReady()
      return (await ask(sql, values)).rows as Row[]
    },
    async transaction(work) {
      await waitUntilReady()
      const client = await pool.connect().catch((error: unknown) => {
        throw handleError(error)
      })
      try {
        return await runTransaction(client, work)
      } catch (error) {
        throw handleError(error)
      }
    },
    state: () => state,
    migration: () => migration,
    prepare: (step) => void steps.push(step),
    start: () => void (connecting ??= connect()),
    async stop() {
      stopping.abort()
      firstTry.resolve()
      await connecting
      state = 'down'
      await pool.end()
    },
  }
}

async function runTransaction<Result>(client: PoolClient, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  let broken: unknown
  // A broken connection also rejects the current query. An `error` event without a listener would end the process.
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
    // A connection in an unknown state is not reused.
    client.release(broken !== undefined)
  }
}
