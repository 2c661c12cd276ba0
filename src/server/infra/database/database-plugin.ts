import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createDatabase, type Database } from './database.ts'

declare module 'fastify' {
  interface FastifyInstance {
    database: Database
  }
}

/** What the storefront itself remembers. Pages never need it, and no start waits for it. */
export const database = fp(
  async function database(app: FastifyInstance) {
    app.decorate('database', createDatabase(app.config.databaseUrl, app.log))
    app.addHook('onReady', async () => app.database.start())
    app.addHook('onClose', () => app.database.stop())
  },
  { name: 'database' },
)
