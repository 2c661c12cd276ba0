import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createDailyCounts, scheduleDailyCounts, type DailyCounts } from '#server/infra/database/daily-counts.ts'
import type { Database } from '#server/infra/database/database.ts'

import { addCspReports, deleteCspReports, keepFirstCspReports } from './csp-reports-queries.ts'
import type { Violation } from './read-reports.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cspReports: DailyCounts<Violation>
  }
}

const NAME = 'CSP reports'

/** Counts the Content-Security-Policy violations that browsers report, for the operator. */
export const cspReports = fp(
  async function cspReports(app: FastifyInstance) {
    app.decorate('cspReports', createCspReports(app.database, app.log))
    scheduleDailyCounts(app, app.cspReports, NAME)
  },
  { name: 'csp-reports', dependencies: ['database'] },
)

/** @param now the clock, replaced in tests */
export function createCspReports(
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: Pick<FastifyBaseLogger, 'debug'>,
  now?: () => Date,
): DailyCounts<Violation> {
  const table = {
    name: NAME,
    keyOf: ({ directive, blocked, page }: Violation) => [directive, blocked, page],
    add: addCspReports,
    trim: keepFirstCspReports,
    deleteBefore: deleteCspReports,
  }
  return createDailyCounts(table, database, log, now)
}
