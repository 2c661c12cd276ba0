import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createSharedLocks, createSteadyConnection } from '#server/infra/database/shared-locks.ts'

import { createCarts, type Carts } from './carts.ts'
import { createSharedWrites, forgetLineWrites } from './stale-writes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    carts: Carts
  }
}

const HOUR_MS = 3_600_000
const WITHOUT = 'two writes to one cart that reach two processes may cross'

/** Decorates the app with `carts`, for API routes and pages. */
export const carts = fp(
  async function carts(app: FastifyInstance) {
    const locks = createSteadyConnection(app.config.databaseUrl, app.log, WITHOUT)
    app.decorate(
      'carts',
      createCarts({
        backend: app.backend,
        facts: (variantId, locale) => app.catalog.variantFacts(variantId, locale),
        regions: () => app.catalog.regions(),
        priceUnit: app.config.priceUnit,
        taxByAddress: app.site.taxByAddress,
        workshop: app.site.workshop,
        log: app.log,
        locks: createSharedLocks(locks),
        sharedWrites: createSharedWrites(locks),
      }),
    )
    const forget = () => {
      forgetLineWrites(app.database).catch((error: unknown) => app.log.debug({ err: error }, 'old writes are kept on'))
    }
    app.addHook('onReady', async () => forget())
    const hourly = setInterval(forget, HOUR_MS).unref()
    app.addHook('onClose', async () => {
      clearInterval(hourly)
      await locks.close()
    })
  },
  { name: 'carts', dependencies: ['backend', 'catalog', 'database'] },
)
