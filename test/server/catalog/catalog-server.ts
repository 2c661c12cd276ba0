import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { buildApi } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'

import { until } from './open-catalog.ts'

export interface CatalogServerOptions {
  medusaUrl: string
  publishableKey: string
  secret: string
  dataDir: string
  env?: NodeJS.ProcessEnv
}

/** The server without pages, for the product API and the backend's change signals. */
export async function buildCatalogServer(options: CatalogServerOptions): Promise<FastifyInstance> {
  const config = loadConfig({
    MEDUSA_URL: options.medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: options.publishableKey,
    DATABASE_URL: 'postgres://127.0.0.1:9/unused',
    SECRET: options.secret,
    DATA_DIR: options.dataDir,
    LOG_LEVEL: 'silent',
    CONTENT_DIR: join(import.meta.dirname, '../../../content'),
    ...options.env,
  })
  return buildApi(config as ServerConfig)
}

/**
 * Waits until the prices of every region are read, or the backend fails. On a slow machine, the server is ready before
 * that.
 */
export async function untilPriced({ catalog }: FastifyInstance): Promise<void> {
  const isPriced = () => catalog.version !== null && catalog.regions().every(({ id }) => catalog.shop().hasPricesOf(id))
  await until('the prices of every region', () => isPriced() || catalog.status().problem !== null, 60_000)
}
