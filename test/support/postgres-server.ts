import { Client } from 'pg'
import type { Test } from 'tap'

import { commerceSecrets } from '#dev/commerce-secrets.ts'
import { postgresHome, removeDataFolder } from '#dev/postgres-home.ts'
import { startPostgres, type Postgres } from '#dev/postgres.ts'
import { openDataFolder } from '#dev/processes/data-folder.ts'
import { freePort } from '#dev/processes/ports.ts'
import { testCommerceOptions } from '#test/support/commerce.ts'

export interface PostgresServer {
  url: string
  makeDatabase: () => Promise<string>
  stop: () => Promise<void>
  start: () => Promise<void>
}

/**
 * A PostgreSQL of the test's own, without a shop; not running before `start`.
 * @param programs the folder of its programs; those of the embedded PostgreSQL by default
 */
export async function createPostgresServer(
  t: Pick<Test, 'teardown'>,
  name: string,
  programs?: string,
): Promise<PostgresServer> {
  const { dataDir, commerceDir, log } = testCommerceOptions(name)
  const folder = await openDataFolder(dataDir, log)
  const embedded = postgresHome(dataDir, commerceDir, log)
  const home = { ...embedded, programs: programs ?? embedded.programs }
  const port = await freePort(0, 'COMMERCE_DATABASE_PORT')
  const urlOf = (path: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${path}`
  const { databasePassword: password } = commerceSecrets(dataDir)
  let running: Postgres | undefined
  let made = 0

  const stop = async (): Promise<void> => {
    await running?.stop()
    running = undefined
  }
  t.teardown(async () => {
    await stop()
    folder.release()
    removeDataFolder(dataDir)
  })
  return {
    url: urlOf('postgres'),
    async makeDatabase() {
      made += 1
      const database = `test_${made}`
      const client = new Client({ connectionString: urlOf('postgres') })
      await client.connect()
      await client.query(`CREATE DATABASE ${database}`)
      await client.end()
      return urlOf(database)
    },
    stop,
    async start() {
      const onDeath = (error: Error): void => console.error(error.message)
      running = await startPostgres({ folder, home, port, password, durable: false, onDeath, signal: undefined })
    },
  }
}

export async function startPostgresServer(
  t: Pick<Test, 'teardown'>,
  name: string,
  programs?: string,
): Promise<PostgresServer> {
  const server = await createPostgresServer(t, name, programs)
  await server.start()
  return server
}
