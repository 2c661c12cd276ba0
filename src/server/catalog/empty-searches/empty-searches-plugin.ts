import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { scheduleDailyCounts } from '#server/infra/database/daily-counts.ts'

import { createEmptySearches, NAME, type EmptySearches } from './empty-searches.ts'

declare module 'fastify' {
  interface FastifyInstance {
    emptySearches: EmptySearches
  }
}

/** No search waits for the database or fails with it. */
export const emptySearches = fp(
  async function emptySearches(app: FastifyInstance) {
    app.decorate('emptySearches', createEmptySearches(app.database, app.log))
    scheduleDailyCounts(app, app.emptySearches, NAME)
  },
  { name: 'empty-searches', dependencies: ['database'] },
)
