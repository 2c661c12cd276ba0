import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import rootTest, { type Test } from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { buildServer } from '#server/build-server.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import type { WrapShopData } from '#server/plugins/storefront.ts'
import { startTestCommerce, type TestCommerce } from '#test/support/commerce.ts'

export interface TestShop {
  /** Without a trailing slash. */
  url: string
  commerce: TestCommerce
  config: ServerConfig
  app: FastifyInstance
  stop: () => Promise<void>
}

export interface TestShopOptions {
  /** Stands between the pages and their data, to hold parts of it back. */
  wrapShopData?: WrapShopData
  /** Settings over those of the test. */
  env?: Record<string, string>
}

interface Backend {
  commerce: TestCommerce
  /** Medusa tells this one of its changes. */
  storefrontPort: number
}

let backend: Promise<Backend> | undefined
let shops = 0

/**
 * Opens the shop as shoppers meet it: the production build on a free port, over a real Medusa with the sample
 * shop. The backend is one for a test file; the storefront is the test's own and closes with it.
 */
export async function startShop(t: Test, { wrapShopData, env = {} }: TestShopOptions = {}): Promise<TestShop> {
  const { commerce, storefrontPort } = await sharedBackend()
  shops += 1
  const port = shops === 1 ? storefrontPort : 0
  const settings = loadConfig({ ...shopEnvironment(commerce, `storefront-${shops}`), PORT: String(port), ...env })
  const config = settings as ServerConfig
  const app = await buildServer({ config, ...(wrapShopData ? { wrapShopData } : {}) })
  const url = await app.listen({ host: config.host, port: config.port })
  const stop = async () => app.close()
  t.teardown(stop)
  return { url, commerce, config, app, stop }
}

/** The backend of this test file, started when first asked for and stopped when the file ends. */
export async function testCommerce(): Promise<TestCommerce> {
  return (await sharedBackend()).commerce
}

/** What a storefront over this backend is told; its data lies with the backend's and goes with it. */
export function shopEnvironment(commerce: TestCommerce, folder: string): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(commerce.dataDir, folder),
    MEDUSA_URL: commerce.medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: commerce.publishableKey,
    MEDUSA_ADMIN_KEY: commerce.adminKey,
    DATABASE_URL: commerce.databaseUrl,
    SECRET: commerce.secret,
    LOG_LEVEL: 'error',
  }
}

async function sharedBackend(): Promise<Backend> {
  backend ??= startBackend()
  return backend
}

async function startBackend(): Promise<Backend> {
  const storefrontPort = await freePort(0, 'PORT')
  const commerce = await startTestCommerce({ name: 'shop', storefrontUrl: `http://127.0.0.1:${storefrontPort}` })
  rootTest.teardown(() => commerce.stop())
  return { commerce, storefrontPort }
}
