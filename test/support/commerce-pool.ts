import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '#dev/processes/ports.ts'
import { takeLock } from '#dev/processes/process-identity.ts'
import { readRunningShop, writeRunningShop } from '#server/main/running-shop.ts'
import { SEEDED, startTestCommerce, withCalls, type BackendFacts } from '#test/support/commerce.ts'
import { createDatabaseBeside, dropDatabase, inDatabase } from '#test/support/databases.ts'
import { until } from '#test/support/until.ts'

export const COMMERCE_POOL = 'TEST_COMMERCE_POOL'

interface PooledBackend extends BackendFacts {
  storefrontPort: number
  /** The row of the Admin API's key, as JSON. A freshly seeded shop lacks it. */
  apiKey: string
}

/**
 * Starts backends that the test files of a run use one after the other: a start takes seconds of CPU time, and the
 * first requests of a new Medusa are several times slower than later ones.
 * @param size the number of test files that run at the same time
 * @param stops gets the functions that stop them, also if a later one does not start
 * @returns the value of `COMMERCE_POOL`
 */
export async function startCommercePool(
  size: number,
  signal: AbortSignal,
  stops: (() => Promise<unknown>)[],
): Promise<string> {
  const pool: PooledBackend[] = []
  for (let index = 0; index < size; index += 1) {
    const storefrontPort = await freePort(0, 'PORT')
    const storefrontUrl = `http://127.0.0.1:${storefrontPort}`
    const commerce = await startTestCommerce({ name: `pool-${index}`, storefrontUrl, signal })
    stops.push(commerce.stop)
    pool.push({ ...commerce, storefrontPort, apiKey: await readApiKey(commerce) })
  }
  return JSON.stringify(pool)
}

export async function leaseCommerce() {
  const pool = JSON.parse(process.env[COMMERCE_POOL] ?? '[]') as PooledBackend[]
  const backend = pool.find(({ dataDir }) => lock(dataDir))
  if (!backend) return undefined
  const uploads = join(backend.dataDir, 'uploads')
  rmSync(uploads, { recursive: true, force: true })
  await renewShop(backend)
  const dataDir = join(backend.dataDir, `file-${process.pid}`)
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  symlinkSync(uploads, join(dataDir, 'uploads'))
  const running = readRunningShop(backend.dataDir)
  if (running) writeRunningShop(dataDir, running)
  return {
    ...withCalls({ ...backend, dataDir }),
    storefrontPort: backend.storefrontPort,
    release() {
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(lockFile(backend.dataDir), { force: true })
    },
  }
}

/** @returns false if another test file uses the backend; a file that was killed no longer does */
function lock(dataDir: string): boolean {
  return takeLock(lockFile(dataDir)).isTaken || takeLock(lockFile(dataDir)).isTaken
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'lease.json')
}

/** Replaces the database under the running Medusa, which then opens new connections. */
async function renewShop(backend: PooledBackend): Promise<void> {
  const { shopDatabaseUrl, superuserUrl, apiKey } = backend
  const name = new URL(shopDatabaseUrl).pathname.slice(1)
  await dropDatabase(superuserUrl, name)
  await createDatabaseBeside(superuserUrl, shopDatabaseUrl, name, SEEDED)
  await inDatabase(shopDatabaseUrl, 'INSERT INTO api_key SELECT * FROM json_populate_record(NULL::api_key, $1)', [
    apiKey,
  ])
  const { store } = withCalls(backend)
  await until(() => store<object>('/store/regions?limit=1').catch(() => undefined))
}

async function readApiKey({ shopDatabaseUrl }: BackendFacts): Promise<string> {
  const [row] = await inDatabase(
    shopDatabaseUrl,
    "SELECT to_json(api_key)::text AS key FROM api_key WHERE type = 'secret'",
  )
  return String(row?.['key'])
}
