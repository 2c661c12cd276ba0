import { join } from 'node:path'

import accepts from '@fastify/accepts'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'

import { catalogRefreshRoute } from '#server/api/_internal/catalog/refresh.ts'
import { categoriesRoute } from '#server/api/categories.ts'
import { productRoutes } from '#server/api/products/product-routes.ts'
import { loadConfig, type ServerConfig } from '#server/config.ts'
import { backend } from '#server/plugins/backend.ts'
import { catalog } from '#server/plugins/catalog.ts'
import { errors } from '#server/plugins/errors.ts'
import { translations } from '#server/plugins/translations.ts'
import { visitor } from '#server/plugins/visitor.ts'

export interface CatalogServerOptions {
  medusaUrl: string
  publishableKey: string
  secret: string
  dataDir: string
  env?: NodeJS.ProcessEnv
}

/** The calls about products and the backend's signals, as in the real server, without its pages. */
export async function buildCatalogServer(options: CatalogServerOptions): Promise<FastifyInstance> {
  const config = loadConfig({
    MEDUSA_URL: options.medusaUrl,
    MEDUSA_PUBLISHABLE_KEY: options.publishableKey,
    DATABASE_URL: 'postgres://unused.invalid/shop',
    SECRET: options.secret,
    DATA_DIR: options.dataDir,
    CONTENT_DIR: join(import.meta.dirname, '../../../content'),
    ...options.env,
  })
  const app = fastify({ logger: false, ajv: { customOptions: { removeAdditional: false } } })
  app.decorate('config', config as ServerConfig)
  await app.register(cookie, { secret: options.secret })
  await app.register(accepts)
  await app.register(translations)
  await app.register(backend)
  await app.register(catalog)
  await app.register(visitor)
  await app.register(errors)
  await app.register(productRoutes, { prefix: '/api/products' })
  await app.register(categoriesRoute, { prefix: '/api' })
  await app.register(catalogRefreshRoute, { prefix: '/api/_internal/catalog' })
  return app
}
