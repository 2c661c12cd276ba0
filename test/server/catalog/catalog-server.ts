import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { buildApi } from '#server/app.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'

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
