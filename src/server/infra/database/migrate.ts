import { join } from 'node:path'

import type { FastifyBaseLogger } from 'fastify'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'

/** The database may be shared with the commerce backend. */
export const SCHEMA = 'storefront'

const MIGRATIONS = { dir: join(import.meta.dirname, 'migrations'), schema: SCHEMA, migrationsTable: 'migrations' }

export interface MigrateOptions {
  url: string
  connectMs: number
  signal: AbortSignal
  log: FastifyBaseLogger
}

/** One of several processes migrates, the others wait for its lock. Returns the newest migration. */
export async function migrate({ url, connectMs, signal, log }: MigrateOptions): Promise<string> {
  signal.throwIfAborted()
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'lumenite',
  })
  // An `error` event without a listener would end the process.
  client.on('error', () => {})
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    // A client that is ended while it connects never settles its queries.
    return await Promise.race([runAll(client, signal, log), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    const ended = client.end().catch(() => {})
    if (!signal.aborted) await ended
  }
}

async function runAll(dbClient: Client, signal: AbortSignal, log: FastifyBaseLogger): Promise<string> {
  await dbClient.connect()
  const done = await runner({
    ...MIGRATIONS,
    dbClient,
    direction: 'up',
    createSchema: true,
    // Two branches may each add a migration, so an older one may run after a newer one.
    checkOrder: false,
    advisoryLockMode: 'wait',
    logger: {
      debug: () => {},
      info: () => {},
      // After an abort we close the connection ourselves; its errors are expected.
      warn: (text) => void (signal.aborted || log.warn({ event: 'database.migration' }, text)),
      error: (text) => void (signal.aborted || log.error({ event: 'database.migration' }, text)),
    },
  })
  for (const { name } of done) log.info({ event: 'database.migrated', migration: name }, 'database migrated')
  const { rows } = await dbClient.query<{ name: string }>(
    `SELECT name FROM ${SCHEMA}.migrations ORDER BY name DESC LIMIT 1`,
  )
  return rows[0]?.name ?? ''
}
