import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { commerceSecrets } from './commerce-secrets.ts'
import { copyData, postgresHome, type PostgresHome } from './postgres-home.ts'
import { startPostgres } from './postgres.ts'
import { waitForDataFolder } from './processes/data-folder.ts'
import { freePort } from './processes/ports.ts'
import { prepareTemplate, sourceKey, type ShopDatabaseOptions } from './shop-database.ts'

const MARKER = 'prepared'

/** The original is created once, under a lock. Data that exists already is not changed. Throws StartError. */
export async function copyPreparedData(
  preparedDir: string,
  to: PostgresHome,
  options: ShopDatabaseOptions,
): Promise<void> {
  if (existsSync(join(to.data, 'PG_VERSION'))) return
  const { commerceDir, log } = options
  const folder = await waitForDataFolder(preparedDir, log)
  try {
    const from = postgresHome(preparedDir, commerceDir, log)
    const marker = join(from.data, MARKER)
    const wanted = sourceKey(options)
    if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
      rmSync(marker, { force: true })
      await prepare(from, { ...options, folder, secrets: commerceSecrets(preparedDir) })
      writeFileSync(marker, wanted)
    }
    copyData(from, to)
  } finally {
    folder.release()
  }
}

async function prepare(home: PostgresHome, options: ShopDatabaseOptions): Promise<void> {
  const { folder, secrets, signal } = options
  const port = await freePort(0, 'COMMERCE_DATABASE_PORT')
  const death = new AbortController()
  const either = signal ? AbortSignal.any([signal, death.signal]) : death.signal
  const postgres = await startPostgres({
    folder,
    home,
    port,
    password: secrets.databasePassword,
    durable: false,
    onDeath: (error) => death.abort(error),
    signal,
  })
  try {
    await prepareTemplate(postgres.urlOf, { ...options, signal: either })
  } finally {
    await postgres.stop()
  }
}
