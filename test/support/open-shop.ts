import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { buildServer } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import type { WrapShopData } from '#server/pages/storefront-plugin.ts'
import type { Backend } from '#test/support/commerce.ts'

/** Of all shops of all runs: an image is the same in each, and takes long to make. */
const IMAGES = join(import.meta.dirname, '../../.data/test/pictures')

export interface OpenShop {
  /** Without a trailing slash. */
  url: string
  config: ServerConfig
  app: FastifyInstance
  stop: () => Promise<void>
}

export interface OpenShopOptions {
  /** Of this storefront's data, below that of the backend. */
  folder: string
  /** Stands between the pages and their data, to hold parts of it back. */
  wrapShopData?: WrapShopData | undefined
  /** Settings over those of the test. */
  env?: Record<string, string>
}

/**
 * Opens the production build over a backend, on a free port unless `env` names one. Where NODE_ENV is `development`, as
 * React wants it in the whole process, it is what `npm run dev` serves instead, with every warning that React has.
 */
export async function openShop(
  commerce: Backend,
  { folder, wrapShopData, env = {} }: OpenShopOptions,
): Promise<OpenShop> {
  // What a test holds back or makes up would be kept, and a kept page asks for nothing.
  const filler = wrapShopData ? { PAGE_CACHE_MB: '0' } : {}
  const config = loadConfig({ ...shopEnvironment(commerce, folder), ...filler, ...env }) as ServerConfig
  keepImagesTogether(config.dataDir)
  const dev = process.env['NODE_ENV'] === 'development'
  const app = await buildServer({ config, dev, ...(wrapShopData ? { wrapShopData } : {}) })
  const url = await app.listen({ host: config.host, port: config.port })
  return {
    url,
    config,
    app,
    async stop() {
      const closed = app.close()
      // A test that has seen what it wanted leaves answers unread, which the server would wait for.
      app.server.closeAllConnections()
      await closed
    },
  }
}

/** What a storefront over this backend is told; its data lies with the backend's and goes with it. */
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

function keepImagesTogether(dataDir: string): void {
  for (const folder of [IMAGES, dataDir]) mkdirSync(folder, { recursive: true })
  const own = join(dataDir, 'images')
  // There already where a shop is opened again on its data.
  if (!existsSync(own)) symlinkSync(IMAGES, own)
}
