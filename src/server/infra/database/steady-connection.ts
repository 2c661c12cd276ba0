import { randomUUID } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'
import PQueue from 'p-queue'
import { Client, type QueryConfig } from 'pg'

export type SteadyConnection = ReturnType<typeof createSteadyConnection>

const CONNECT_MS = 1000
const ANSWER_MS = 2000
const RETRY_MS = 3000

/** If the machine of a process dies, PostgreSQL notices and releases its locks within half a minute. */
const KEEP_ALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

/** Of all messages between the processes of a shop. */
const CHANNEL = 'lumenite'

interface Subscriber {
  onMessage: (message: unknown) => void
  onGap: () => void
}

/**
 * Session state such as locks stays on it, and it carries messages between the processes that share a database.
 * @param without the consequence while the database is down, for the log
 */
export function createSteadyConnection(url: string, log: FastifyBaseLogger, without: string) {
  let connection: Promise<Client | undefined> | undefined
  let current: Client | undefined
  let retryAt = 0
  let isDown = false
  let isClosed = false
  let wasConnected = false
  const subscribers: Subscriber[] = []
  const self = randomUUID()
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
    client.on('notification', ({ payload = '' }) => {
      const { from, message } = JSON.parse(payload) as { from: string; message: unknown }
      if (from !== self) for (const { onMessage } of subscribers) onMessage(message)
    })
    current = client
    try {
      await client.connect()
      await client.query(`${KEEP_ALIVE}; LISTEN ${CHANNEL}`)
      if (isDown) log.info({ event: 'database.locks_restored' }, 'the database responds again; processes share locks')
      if (wasConnected || isDown) for (const { onGap } of subscribers) onGap()
      wasConnected = true
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

  async function ask<Row extends object>(query: QueryConfig): Promise<Row[] | undefined> {
    return queries.add(() => askNow<Row>(query))
  }

  return {
    /** Undefined if there is no connection or the query failed. Never throws. */
    ask,
    /** To the other processes. False if the message was not sent. */
    publish: async (message: unknown) =>
      (await ask({ text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, JSON.stringify({ from: self, message })] })) !==
      undefined,
    /** `onGap` runs after a reconnect, since messages may have been missed. */
    subscribe: (onMessage: Subscriber['onMessage'], onGap: Subscriber['onGap']) =>
      void subscribers.push({ onMessage, onGap }),
    async close() {
      isClosed = true
      const client = await connection
      await client?.end().catch(() => {})
    },
  }
}
