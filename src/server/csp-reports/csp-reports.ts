import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#server/infra/database/database.ts'
import { dayBefore } from '#server/infra/scheduling.ts'

import { addCspReports, deleteCspReports, keepFirstCspReports, type CspReport } from './csp-reports-queries.ts'
import type { Violation } from './read-reports.ts'

export interface CspReports {
  /** Counts a violation. No request waits for the database, and nothing is thrown. */
  note: (violation: Violation) => void
  /** Writes what was noted since. */
  write: () => Promise<void>
  /** Deletes what is older than may be kept. */
  deleteOld: () => Promise<void>
}

/** Different reports of one day. */
const MOST_A_DAY = 500
/** That wait to be written, also while the database is down. */
const MOST_WAITING = 500
export const RETENTION_DAYS = 90

/**
 * Violations of the Content-Security-Policy that browsers reported, counted by day.
 * @param now the time of day, where it is not the real one
 */
export function createCspReports(
  database: Pick<Database, 'transaction' | 'query' | 'state'>,
  log: Pick<FastifyBaseLogger, 'debug'>,
  now: () => Date = () => new Date(),
): CspReports {
  let waiting = new Map<string, CspReport>()

  function add(report: CspReport): void {
    const key = [report.day, report.directive, report.blocked, report.page].join(' ')
    const known = waiting.get(key)
    if (known) known.times += report.times
    else if (waiting.size < MOST_WAITING) waiting.set(key, report)
  }

  return {
    note: (violation) => add({ ...violation, day: dayBefore(now(), 0), times: 1 }),

    async write() {
      if (waiting.size === 0 || database.state() !== 'ready') return
      // In one order, so that two processes never wait for each other's rows.
      const reports = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, report]) => report)
      waiting = new Map()
      try {
        await database.transaction(async (tx) => {
          await addCspReports(tx, reports)
          for (const day of new Set(reports.map((report) => report.day))) await keepFirstCspReports(tx, day, MOST_A_DAY)
        })
      } catch (error) {
        for (const report of reports) add(report)
        log.debug({ err: error }, 'CSP reports wait to be written')
      }
    },

    deleteOld: () => deleteCspReports(database, dayBefore(now(), RETENTION_DAYS)),
  }
}
