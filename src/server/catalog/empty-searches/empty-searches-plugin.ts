import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createEmptySearches, type EmptySearches } from './empty-searches.ts'

declare module 'fastify' {
  interface FastifyInstance {
    emptySearches: EmptySearches
  }
}

const WRITE_MS = 5000
const HOUR_MS = 3_600_000

/** Counts searches without results for the operator. No search waits for the database or fails with it. */
export const emptySearches = fp(
  async function emptySearches(app: FastifyInstance) {
    const { database, log } = app
    app.decorate('emptySearches', createEmptySearches(database, log))

    const forgetOld = () => {
      app.emptySearches
        .forgetOld()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'cleanup of old searches without results failed; will retry'),
        )
    }
    const timers: NodeJS.Timeout[] = []
    app.addHook('onListen', async () => {
      forgetOld()
      timers.push(setInterval(() => void app.emptySearches.write(), WRITE_MS).unref())
      timers.push(setInterval(forgetOld, HOUR_MS).unref())
    })
    app.addHook('onClose', async () => {
      for (const timer of timers) clearInterval(timer)
      await app.emptySearches.write()
    })
  },
  { name: 'empty-searches', dependencies: ['database'] },
)
