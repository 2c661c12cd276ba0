import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

import { Client } from 'pg'

import { commerceSecrets } from './commerce-secrets.ts'
import { STOREFRONT_DATABASE } from './embedded-commerce.ts'
import { installCommerce } from './install-commerce.ts'
import { postgresHome, removeDataFolder } from './postgres-home.ts'
import { startPostgres } from './postgres.ts'
import { openDataFolder, type DataFolder } from './processes/data-folder.ts'
import { freePort } from './processes/ports.ts'
import { SHOP } from './shop-database.ts'

// Serves the databases of a data folder without the shop, for `npm run backup` and `npm run restore`: prints their URLs
// as one line of JSON, and stops when standard input ends. A data folder that it had to create is removed again unless
// standard input says "keep".
const dataDir = resolve(process.argv[2] ?? '')
const commerceDir = join(import.meta.dirname, '../../commerce')
const log = (line: string): void => console.error(line)
const isNew = !existsSync(dataDir) || readdirSync(dataDir).length === 0
// Ctrl-C reaches this process too. It ends when its parent does.
process.on('SIGINT', () => {})

try {
  const folder = await openDataFolder(dataDir, log)
  const isRetained = await serve(folder).finally(() => folder.release())
  if (isNew && !isRetained) removeDataFolder(dataDir)
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
  process.exitCode = 1
}

/** Returns whether standard input said "keep". */
async function serve(folder: DataFolder): Promise<boolean> {
  await installCommerce({ commerceDir, folder, log, signal: undefined })
  const home = postgresHome(dataDir, commerceDir, log)
  const port = await freePort(0, 'COMMERCE_DATABASE_PORT')
  const { databasePassword: password } = commerceSecrets(dataDir)
  const onDeath = (error: Error): void => log(error.message)
  const postgres = await startPostgres({ folder, home, port, password, durable: true, onDeath, signal: undefined })
  try {
    await createMissing(postgres.urlOf('postgres'))
    const urls = { commerce: postgres.urlOf(SHOP), storefront: postgres.urlOf(STOREFRONT_DATABASE) }
    console.log(JSON.stringify({ urls }))
    return (await text(process.stdin)) === 'keep'
  } finally {
    await postgres.stop()
  }
}

async function createMissing(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database')
    for (const name of [SHOP, STOREFRONT_DATABASE]) {
      if (!rows.some(({ datname }) => datname === name)) await client.query(`CREATE DATABASE ${name}`)
    }
  } finally {
    await client.end()
  }
}
