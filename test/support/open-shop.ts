import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { buildServer } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import type { WrapShopData } from '#server/pages/storefront-plugin.ts'

import type { Backend } from './commerce.ts'
import './known-hosts.ts'

/** Image cache of all shops of all test runs, because images are the same in each and slow to make. */
const IMAGES = join(import.meta.dirname, '../../.data/test/pictures')

export interface OpenShop {
  url: string
  config: ServerConfig
  app: FastifyInstance
  stop: () => Promise<void>
}

export interface OpenShopOptions {
  folder: string
  wrapShopData?: WrapShopData | undefined
  /** Reads the catalog itself instead of following another reader; only a reader writes the price ledger. */
  isReader?: boolean
  env?: Record<string, string>
}

/**
 * Opens the production build over a backend, on a free port unless `env` sets one. If NODE_ENV is `development`, which
 * React reads once per process, it serves what `npm run dev` serves, with all React warnings.
 */
export async function openShop(
  commerce: Backend,
  { folder, wrapShopData, isReader = false, env = {} }: OpenShopOptions,
): Promise<OpenShop> {
  // The page cache would serve pages without calling the test's hooks.
  const filler: Record<string, string> = wrapShopData ? { PAGE_CACHE_MB: '0' } : {}
  const config = prepareShop(commerce, { ...shopEnvironment(commerce, folder), ...filler, ...env }, isReader)
  const dev = process.env['NODE_ENV'] === 'development'
  const app = await buildServer({ config, dev, ...(wrapShopData ? { wrapShopData } : {}) })
  const url = await app.listen({ host: config.host, port: config.port })
  return {
    url,
    config,
    app,
    async stop() {
      const closed = app.close()
      // A test may leave responses unread, and the server would wait for them.
      app.server.closeAllConnections()
      await closed
    },
  }
}

/** Environment of a storefront over this backend. Its data is stored with the backend's and removed with it. */
export function shopEnvironment(commerce: Backend, folder: string) {
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
  } satisfies Record<string, string>
}

export function prepareShop(commerce: Backend, env: Record<string, string>, isReader = false): ServerConfig {
  const config = loadConfig(env) as ServerConfig
  link(IMAGES, join(config.dataDir, 'images'))
  if (!isReader) followReader(commerce, config)
  return config
}

/** Follows the reader of the backend's catalog, unless there is none or the shop has another backend or database. */
export function followReader({ catalogDir, medusaUrl, databaseUrl }: Backend, config: ServerConfig): void {
  const isOfShop = config.backend?.url === medusaUrl && config.databaseUrl === databaseUrl
  if (catalogDir !== undefined && isOfShop) link(catalogDir, join(config.dataDir, 'catalog'))
}

function link(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true })
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) symlinkSync(folder, path)
}
