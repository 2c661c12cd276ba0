import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { Client } from 'pg'

import type { Config } from '#server/config.ts'
import { JOBS_SCHEMA } from '#server/email/email-queue.ts'
import { SCHEMA } from '#server/infra/database/migrate.ts'
import { readRunningShop } from '#server/main/running-shop.ts'

import { CommandError } from '../operator-command.ts'

/** The two parts of a shop's data. They may be in one database, since their schemas differ. */
export const PARTS = { commerce: ['public'], storefront: [SCHEMA, JOBS_SCHEMA] } as const
export type Part = keyof typeof PARTS

const CONNECT_MS = 5000
const EMBEDDED = join(import.meta.dirname, '../../../dev/serve-databases.ts')

export interface ShopDatabases {
  /** Connected. Both are one client if both parts are in one database. */
  clients: Record<Part, Client>
  /** @param isRetained false removes a data folder that was created for this */
  close: (isRetained?: boolean) => Promise<void>
}

/**
 * Connects to the databases that the settings name. If they name none, these are the embedded ones of the data folder,
 * which are started unless the shop runs.
 * @param isRunning whether the shop may be running
 * @throws CommandError
 */
export async function openShopDatabases(config: Config, { isRunning }: { isRunning: boolean }): Promise<ShopDatabases> {
  const { databaseUrl, dataDir, backend, commerce } = config
  if (backend && !commerce.databaseUrl) {
    throw new CommandError("COMMERCE_DATABASE_URL is missing. Set it to Medusa's database, its DATABASE_URL.")
  }
  if (commerce.databaseUrl) {
    const urls = { commerce: commerce.databaseUrl, storefront: databaseUrl ?? commerce.databaseUrl }
    return { clients: await connectAll(urls), close: async () => {} }
  }
  const shop = isRunning ? readRunningShop(dataDir) : undefined
  if (shop) {
    const urls = { commerce: shop.databaseUrl, storefront: databaseUrl ?? shop.storefrontDatabaseUrl }
    return { clients: await connectAll(urls), close: async () => {} }
  }
  const embedded = await serveEmbedded(dataDir)
  try {
    const clients = await connectAll({ ...embedded.urls, storefront: databaseUrl ?? embedded.urls.storefront })
    return { clients, close: embedded.close }
  } catch (error) {
    await embedded.close(false)
    throw error
  }
}

/** Ends the connections; open transactions are rolled back. */
export async function disconnect({ clients }: ShopDatabases): Promise<void> {
  for (const client of new Set(Object.values(clients))) await client.end().catch(() => {})
}

async function connectAll(urls: Record<Part, string>): Promise<Record<Part, Client>> {
  const commerce = await connect(urls.commerce)
  if (isSameDatabase(urls.commerce, urls.storefront)) return { commerce, storefront: commerce }
  try {
    return { commerce, storefront: await connect(urls.storefront) }
  } catch (error) {
    await commerce.end()
    throw error
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'lumenite-backup',
  })
  // A broken connection also rejects the current query. An `error` event without a listener would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    // Rows are copied as text, which must not depend on the settings of a database.
    await client.query(
      "SET client_encoding TO 'UTF8'; SET datestyle TO 'ISO'; SET intervalstyle TO 'postgres'; SET timezone TO 'UTC'; SET extra_float_digits TO 3; SET lock_timeout TO '15s'",
    )
    return client
  } catch (error) {
    await client.end().catch(() => {})
    const { hostname, port, pathname } = new URL(connectionString)
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      `The database ${pathname.slice(1)} on ${hostname}:${port || 5432} does not answer (${code ?? message}). Start it, or correct DATABASE_URL or COMMERCE_DATABASE_URL.`,
      { cause: error },
    )
  }
}

function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.hostname === b.hostname && (a.port || '5432') === (b.port || '5432') && a.pathname === b.pathname
}

interface Embedded {
  urls: Record<Part, string>
  close: (isRetained?: boolean) => Promise<void>
}

/**
 * Starts the PostgreSQL of a data folder in a process of its own, which ends with this one.
 * @throws CommandError
 */
async function serveEmbedded(dataDir: string): Promise<Embedded> {
  if (!existsSync(EMBEDDED)) {
    throw new CommandError(
      "COMMERCE_DATABASE_URL is missing. Set it to Medusa's database: no database comes with this shop.",
    )
  }
  const child = spawn(process.execPath, [EMBEDDED, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => {})
  const [line] = await firstLine(child.stdout)
  const answer = JSON.parse(line ?? '{}') as { error?: string; urls?: Record<Part, string> }
  if (!answer.urls) {
    await exited
    throw new CommandError(answer.error ?? 'The embedded PostgreSQL did not start.')
  }
  return {
    urls: answer.urls,
    async close(isRetained = true) {
      child.stdin.end(isRetained ? 'keep' : '')
      await exited
    },
  }
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string[]> {
  for await (const line of createInterface({ input })) return [line]
  return []
}
