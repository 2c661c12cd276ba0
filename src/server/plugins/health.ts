import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Alive is not ready: a shop whose backend is down still answers pages, and says so here. */
export const health = fp(
  async function health(app: FastifyInstance) {
    app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { status: 'ok' }
    })

    app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
      const catalog = app.catalog.status()
      const status = app.leaving.hasBegun ? 'leaving' : catalog.version === null ? 'starting' : 'ready'
      reply.header('cache-control', 'no-store').code(status === 'ready' ? 200 : 503)
      return {
        status,
        catalog,
        content: {
          version: app.content.version,
          documents: app.content.documents().length,
          faults: app.content.faults().length,
        },
        backend: app.backend.state(),
        database: { state: app.database.state(), migration: app.database.migration() },
        pages: app.pageCache.status(),
        letters: await app.letters.status(),
        withdrawals: await app.withdrawals.status(),
      }
    })
  },
  {
    name: 'health',
    dependencies: ['leaving', 'catalog', 'content', 'page-cache', 'backend', 'database', 'mailer', 'withdrawals'],
  },
)
