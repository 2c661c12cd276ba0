import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createDatabase, type Database } from './database.ts'
import { createSteadyConnection, type SteadyConnection } from './steady-connection.ts'

declare module 'fastify' {
  interface FastifyInstance {
    database: Database
    steadyConnection: SteadyConnection
  }
}

const WITHOUT = 'writes to one cart that reach two processes may cross, and catalog changes are found by polling'

/** Pages do not need the storefront's own tables, and the server starts without them. */
export const database = fp(
  async function database(app: FastifyInstance) {
    const { databaseUrl, databasePoolSize } = app.config
    app.decorate('database', createDatabase(databaseUrl, app.log, databasePoolSize))
    app.decorate('steadyConnection', createSteadyConnection(databaseUrl, app.log, WITHOUT))
    app.addHook('onReady', async () => app.database.start())
    app.addHook('onClose', async () => {
      await app.steadyConnection.close()
      await app.database.stop()
    })
  },
  { name: 'database' },
)
