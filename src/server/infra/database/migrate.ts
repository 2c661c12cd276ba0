import { join } from 'node:path'

import type { FastifyBaseLogger } from 'fastify'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'

/** Where our own tables live: the database may be shared with the commerce backend. */
export const SCHEMA = 'storefront'

const MIGRATIONS = { dir: join(import.meta.dirname, 'migrations'), schema: SCHEMA, migrationsTable: 'migrations' }

export interface MigrateOptions {
  url: string
  connectMs: number
  /** Gives up, also while another process holds the lock. */
  signal: AbortSignal
  log: FastifyBaseLogger
}

/**
 * Brings the tables up to date. Of several processes that start together one does it, and the others wait for it.
 * @returns the name of the newest migration
 */
export async function migrate({ url, connectMs, signal, log }: MigrateOptions): Promise<string> {
  signal.throwIfAborted()
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'lumenite',
  })
  // A connection that breaks rejects what is asked of it; unheard, the event would end the process as well.
  client.on('error', () => {})
  const givenUp = Promise.withResolvers<never>()
  const giveUp = (): void => givenUp.reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  try {
    // A caller that asks a client that is ended while it connects is never answered.
    return await Promise.race([runAll(client, signal, log), givenUp.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
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
    // Two branches may add a file each; whichever has not run yet runs.
    checkOrder: false,
    advisoryLockMode: 'wait',
    logger: {
      debug: () => {},
      info: () => {},
      // Anyone who gave up cut the line: that it is cut is no news.
      warn: (text) => void (signal.aborted || log.warn(text)),
      error: (text) => void (signal.aborted || log.error(text)),
    },
  })
  for (const { name } of done) log.info({ migration: name }, 'the database was migrated')
  const { rows } = await dbClient.query<{ name: string }>(
    `SELECT name FROM ${SCHEMA}.migrations ORDER BY name DESC LIMIT 1`,
  )
  return rows[0]?.name ?? ''
}
