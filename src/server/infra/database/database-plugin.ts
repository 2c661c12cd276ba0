import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createDatabase, type Database } from './database.ts'

declare module 'fastify' {
  interface FastifyInstance {
    database: Database
  }
}

/** Pages do not need the storefront's own tables, and the server starts without them. */
export const database = fp(
  async function database(app: FastifyInstance) {
    app.decorate('database', createDatabase(app.config.databaseUrl, app.log, app.config.databasePoolSize))
    app.addHook('onReady', async () => app.database.start())
    app.addHook('onClose', () => app.database.stop())
  },
  { name: 'database' },
)
