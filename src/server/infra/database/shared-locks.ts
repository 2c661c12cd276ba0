import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import PQueue from 'p-queue'
import { Client, type QueryConfig } from 'pg'

import type { SharedLocks } from '../keyed-queue.ts'
import { createSingleFlight } from '../single-flight.ts'

/** Longer than most tasks: placing an order may take half a minute. */
const TIMEOUT_MS = 40_000
/** A write takes a tenth of a second, an order much longer, so the interval doubles. */
const FIRST_POLL_MS = 10
const MAX_POLL_MS = 160

const KEY = "hashtextextended('lumenite ' || $1, 0)"
const ACQUIRE = `SELECT pg_try_advisory_lock(${KEY}) AS is_mine`
const RELEASE = `SELECT pg_advisory_unlock(${KEY})`
const IS_FREE = `SELECT CASE WHEN pg_try_advisory_lock_shared(${KEY}) THEN pg_advisory_unlock_shared(${KEY}) ELSE false END AS is_free`

/** PostgreSQL releases advisory locks when a process dies. Without the database, processes continue without locks. */
export function createSharedLocks({ ask }: Pick<SteadyConnection, 'ask'>, timeoutMs: number = TIMEOUT_MS): SharedLocks {
  const polls = createSingleFlight<void>()

  /** False after a timeout, undefined without a database. */
  async function pollUntilTrue(read: () => Promise<boolean | undefined>): Promise<boolean | undefined> {
    const deadline = performance.now() + timeoutMs
    for (let interval = FIRST_POLL_MS; ; interval = Math.min(2 * interval, MAX_POLL_MS)) {
      const answer = await read()
      if (answer !== false || performance.now() > deadline) return answer
      await pause(interval)
    }
  }

  async function waitUntilFree(key: string): Promise<void> {
    await pollUntilTrue(
      async () => (await ask<{ is_free: boolean }>({ name: 'is-free', text: IS_FREE, values: [key] }))?.[0]?.is_free,
    )
  }

  return {
    async acquire(key) {
      const isMine = await pollUntilTrue(
        async () => (await ask<{ is_mine: boolean }>({ name: 'acquire', text: ACQUIRE, values: [key] }))?.[0]?.is_mine,
      )
      if (isMine === false) return undefined
      if (isMine === undefined) return () => {}
      return () => void ask({ name: 'release', text: RELEASE, values: [key] })
    },
    settled: (key) => polls.run(key, () => waitUntilFree(key)),
  }
}

export type SteadyConnection = ReturnType<typeof createSteadyConnection>

const CONNECT_MS = 1000
const ANSWER_MS = 2000
const RETRY_MS = 3000

/** If the machine of a process dies, PostgreSQL notices and releases its locks within half a minute. */
const KEEP_ALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

/**
 * Session state such as locks stays on it.
 * @param without the consequence while the database is down, for the log
 */
export function createSteadyConnection(url: string, log: FastifyBaseLogger, without: string) {
  let connection: Promise<Client | undefined> | undefined
  let current: Client | undefined
  let retryAt = 0
  let isDown = false
  let isClosed = false
  const queries = new PQueue({ concurrency: 1 })

  async function connect(): Promise<Client | undefined> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: 'lumenite-locks',
    })
    client.on('error', () => {})
    client.on('end', () => forget(client))
    current = client
    try {
      await client.connect()
      await client.query(KEEP_ALIVE)
      if (isDown) log.info({ event: 'database.locks_restored' }, 'the database responds again; processes share locks')
      isDown = false
      return client
    } catch (error) {
      noteDown(error)
      drop(client)
      return undefined
    }
  }

  function forget(client: Client): void {
    if (current === client) connection = undefined
  }

  /** A server that does not respond would not respond to a regular close either. */
  function drop(client: Client): void {
    forget(client)
    client.connection.stream.destroy()
  }

  function noteDown(error: unknown): void {
    retryAt = performance.now() + RETRY_MS
    if (!isDown && !isClosed)
      log.warn({ event: 'database.locks_lost', err: error }, `the database does not respond; ${without}`)
    isDown = true
  }

  async function askNow<Row extends object>(query: QueryConfig): Promise<Row[] | undefined> {
    if (isClosed || (!connection && performance.now() < retryAt)) return undefined
    const client = await (connection ??= connect())
    if (!client) return undefined
    try {
      return (await client.query<Row>(query)).rows
    } catch (error) {
      // After an ERROR response the connection is usable; without a response its state is unknown.
      if (!(error instanceof Error && 'severity' in error && error.severity === 'ERROR')) {
        noteDown(error)
        drop(client)
      }
      return undefined
    }
  }

  return {
    /** Undefined if there is no connection or the query failed. Never throws. */
    async ask<Row extends object>(query: QueryConfig) {
      return queries.add(() => askNow<Row>(query))
    },
    async close() {
      isClosed = true
      const client = await connection
      await client?.end().catch(() => {})
    },
  }
}
