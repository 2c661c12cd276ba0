import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import { Client, type QueryConfig } from 'pg'

import type { SharedLocks } from '../keyed-queue.ts'

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

/** A connection of its own that keeps what is held on it, such as locks, until it ends. */
export interface SteadyConnection {
  /** @returns undefined where there is no connection, or PostgreSQL did not do it. Never throws */
  ask: <Row extends object>(query: QueryConfig) => Promise<Row[] | undefined>
  close: () => Promise<void>
}

const CONNECT_MS = 1000
const ANSWER_MS = 2000
/** Who cannot connect is left in peace for so long: no request waits for what is away. */
const REST_MS = 3000

/** A machine that is gone without a word holds nothing for longer than half a minute. */
const SOON_MISSED = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

/** @param without what it means that it is away, for the log */
export function createSteadyConnection(url: string, log: FastifyBaseLogger, without: string): SteadyConnection {
  let connection: Promise<Client | undefined> | undefined
  let current: Client | undefined
  let restsUntil = 0
  let isAway = false
  let isClosed = false
  /** One question at a time. */
  let asked: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<Client | undefined> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: 'lumenite-turns',
    })
    client.on('error', () => {})
    client.on('end', () => forget(client))
    current = client
    try {
      await client.connect()
      await client.query(SOON_MISSED)
      if (isAway) log.info('the database answers again; processes take turns')
      isAway = false
      return client
    } catch (error) {
      noticeAway(error)
      drop(client)
      return undefined
    }
  }

  /** The next caller opens another. */
  function forget(client: Client): void {
    if (current === client) connection = undefined
  }

  /** Without a farewell, which one that does not answer would never take. */
  function drop(client: Client): void {
    forget(client)
    client.connection.stream.destroy()
  }

  function noticeAway(error: unknown): void {
    restsUntil = performance.now() + REST_MS
    if (!isAway && !isClosed) log.warn({ err: error }, `the database does not answer; ${without}`)
    isAway = true
  }

  async function askNow<Row extends object>(query: QueryConfig): Promise<Row[] | undefined> {
    if (isClosed || (!connection && performance.now() < restsUntil)) return undefined
    const client = await (connection ??= connect())
    if (!client) return undefined
    try {
      return (await client.query<Row>(query)).rows
    } catch (error) {
      // What PostgreSQL refuses leaves the connection sound; what it does not answer leaves it unknown.
      if (!(error instanceof Error && 'severity' in error && error.severity === 'ERROR')) {
        noticeAway(error)
        drop(client)
      }
      return undefined
    }
  }

  return {
    async ask<Row extends object>(query: QueryConfig) {
      const answer = asked.then(() => askNow<Row>(query))
      asked = answer
      return answer
    },
    async close() {
      isClosed = true
      const client = await connection
      await client?.end().catch(() => {})
    },
  }
}
