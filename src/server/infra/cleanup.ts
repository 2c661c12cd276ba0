import type { FastifyInstance } from 'fastify'

import { isOutage } from './database/database-down.ts'

const HOUR_MS = 3_600_000

/**
 * Runs a cleanup of the database when the server starts to listen and then at an interval. A failure is logged, and the
 * next run retries. An outage is not logged as a warning.
 * @param what the data to clean up, for the log
 */
export function cleanUpRegularly(
  app: FastifyInstance,
  what: string,
  cleanUp: () => Promise<unknown>,
  everyMs = HOUR_MS,
): void {
  const run = (): void => {
    cleanUp().catch((error: unknown) =>
      app.log[isOutage(error) ? 'debug' : 'warn'](
        { event: 'database.cleanup_failed', err: error },
        `cleanup of ${what} failed; will retry`,
      ),
    )
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    run()
    timer = setInterval(run, everyMs).unref()
  })
  app.addHook('preClose', async () => clearInterval(timer))
}
