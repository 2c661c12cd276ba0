import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { commerceSecrets } from '#dev/commerce-secrets.ts'
import { startEmbeddedCommerce, type EmbeddedCommerceOptions } from '#dev/embedded-commerce.ts'
import { removeDataFolder } from '#dev/postgres-home.ts'
import { endOrphans, holderOf, wasKilled } from '#dev/processes/data-folder.ts'
import { deriveKey } from '#server/keys.ts'
import { createDatabaseBeside } from '#test/support/databases.ts'

const ROOT = join(import.meta.dirname, '../..')
const DATA = join(ROOT, '.data/test')
const RUNS = join(DATA, 'runs')
const ABANDONED_AFTER = 3_600_000
export const TEST_SECRET = 'a secret that only the tests of this checkout use'

export const SHARED_COMMERCE = 'TEST_COMMERCE'
export const SHARED_SHOP = 'TEST_SHOP'

export interface TestCommerceOptions {
  name: string
  storefrontUrl?: string
  environment?: Record<string, string>
  signal?: AbortSignal
}

export interface JsonRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface BackendFacts {
  medusaUrl: string
  publishableKey: string
  adminKey: string
  /** Secret of the storefront. The key that Medusa signs its calls with is derived from it. */
  secret: string
  /** Secret from which Medusa derives the keys of its tokens. */
  medusaSecret: string
  shopDatabaseUrl: string
  superuserUrl: string
  databaseUrl: string
  dataDir: string
  /** A catalog folder whose reader is another process. A storefront that uses it reads no products from Medusa. */
  catalogDir?: string
}

export interface Backend extends BackendFacts {
  admin: <Answer>(path: string, request?: JsonRequest) => Promise<Answer>
  store: <Answer>(path: string, request?: JsonRequest) => Promise<Answer>
}

export interface TestCommerce extends Backend {
  /** Kills Medusa as a crash does. It stays down until `start`, which starts it on the same port. */
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

// tap would parse every line that Medusa prints, which makes Medusa several times slower.
process.env['_TAPJS_PROCESSINFO_COVERAGE_'] = '0'

/** The template database that every shop of the embedded backend is copied from. */
export const SEEDED = 'lumenite_template'
let copies = 0

const running = new Map<string, Promise<TestCommerce>>()

export function startTestCommerce(options: TestCommerceOptions): Promise<TestCommerce> {
  const existing = running.get(options.name)
  if (existing) return existing
  const starting = start(options)
  running.set(options.name, starting)
  starting.catch(() => running.delete(options.name))
  return starting
}

export function testCommerceOptions(name: string): EmbeddedCommerceOptions {
  return {
    dataDir: join(RUNS, `${name}-${process.pid}`),
    commerceDir: join(ROOT, 'commerce'),
    preparedDir: join(DATA, 'prepared'),
    port: 0,
    databasePort: 0,
    signingKey: deriveKey(TEST_SECRET, 'backend-calls'),
    durable: false,
    log: (line) => console.log(`# commerce: ${line}`),
  }
}

async function start({ name, storefrontUrl, environment, signal }: TestCommerceOptions): Promise<TestCommerce> {
  await clearAbandoned()
  const database = await copySeededShop()
  const options = { ...testCommerceOptions(name), databaseUrl: database?.url, storefrontUrl, environment, signal }
  const { dataDir } = options
  const { medusa, stop, ...facts } = await startEmbeddedCommerce(options)
  const superuserUrl = database?.superuserUrl ?? superuserOf(facts.shopDatabaseUrl, dataDir)
  return {
    ...withCalls({ ...facts, secret: TEST_SECRET, dataDir, superuserUrl }),
    kill: medusa.kill,
    start: medusa.start,
    async stop() {
      running.delete(name)
      await stop()
      await database?.drop()
      removeDataFolder(dataDir)
    },
  }
}

/** A shared backend's database server has room for more shops, so no other server is started. */
async function copySeededShop() {
  const shared = process.env[SHARED_COMMERCE]
  if (shared === undefined) return undefined
  copies += 1
  const { superuserUrl, shopDatabaseUrl } = JSON.parse(shared) as BackendFacts
  const made = await createDatabaseBeside(superuserUrl, shopDatabaseUrl, `shop_${process.pid}_${copies}`, SEEDED)
  return { ...made, superuserUrl }
}

export function superuserOf(databaseUrl: string, dataDir: string): string {
  const url = new URL(databaseUrl)
  Object.assign(url, {
    username: 'postgres',
    password: commerceSecrets(dataDir).databasePassword,
    pathname: '/postgres',
  })
  return url.href
}

export function withCalls(facts: BackendFacts): Backend {
  return {
    ...facts,
    admin: (path, request) => call(facts, path, request, { authorization: basicAuth(facts.adminKey) }),
    store: (path, request) => call(facts, path, request, { 'x-publishable-api-key': facts.publishableKey }),
  }
}

async function call<Answer>(
  { medusaUrl }: BackendFacts,
  path: string,
  { method = 'GET', body, headers = {} }: JsonRequest = {},
  identity: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(`${medusaUrl}${path}`, {
    method,
    headers: { ...identity, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Answer
}

function basicAuth(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`
}

/** A killed run leaves its folder and perhaps its database server. Both are removed before the next run. */
export async function clearAbandoned(): Promise<void> {
  mkdirSync(RUNS, { recursive: true })
  for (const entry of readdirSync(RUNS)) {
    const folder = join(RUNS, entry)
    if (!wasKilled(folder) && !isForgotten(folder)) continue
    await endOrphans(folder)
    removeDataFolder(folder)
  }
}

function isForgotten(folder: string): boolean {
  if (holderOf(folder)) return false
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && Date.now() - made > ABANDONED_AFTER
}
