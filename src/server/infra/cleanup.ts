import type { FastifyInstance } from 'fastify'

import { isOutage } from './database/database-down.ts'

const HOUR_MS = 3_600_000

/** Outages are not logged. `what` names the data for the log. */
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
