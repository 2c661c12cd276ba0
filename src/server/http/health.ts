import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { withinTime } from '#server/infra/scheduling.ts'

const PATIENCE_MS = 300

/** Liveness and readiness. A shop whose backend is down still serves pages, so it is ready. */
export const health = fp(
  async function health(app: FastifyInstance) {
    const readEmails = bounded(() => app.emails.status(), {
      waiting: null,
      oldestSeconds: null,
      failed: null,
      transport: app.config.smtpUrl ? 'smtp' : 'outbox',
    })
    const readWithdrawals = bounded(() => app.withdrawals.status(), { waiting: null, staff: null })

    app.get('/healthz', { logLevel: 'warn', schema: { summary: 'Liveness probe' } }, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { status: 'ok' }
    })

    app.get(
      '/readyz',
      { logLevel: 'warn', schema: { summary: 'Readiness probe, with the state of every part' } },
      async (_request, reply) => {
        const catalog = app.catalog.status()
        const status = app.shuttingDown.hasBegun ? 'leaving' : catalog.version === null ? 'starting' : 'ready'
        const [emails, withdrawals] = await Promise.all([readEmails(), readWithdrawals()])
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
          load: app.load.status(),
          letters: emails,
          withdrawals,
        }
      },
    )
  },
  {
    name: 'health',
    dependencies: [
      'leaving',
      'load-shedding',
      'catalog',
      'content',
      'page-cache',
      'backend',
      'database',
      'mailer',
      'withdrawals',
    ],
  },
)

/** All probes that wait for a query share it. `unknown` is the result of one that times out. */
function bounded<Value>(read: () => Promise<Value>, unknown: Value): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return async () => {
    const reading = (running ??= read().finally(() => void (running = undefined)))
    return (await withinTime(reading, PATIENCE_MS)) ? reading : unknown
  }
}
