import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createCspReports, type CspReports } from './csp-reports.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cspReports: CspReports
  }
}

const WRITE_MS = 5000
const DAY_MS = 86_400_000

/** What browsers refused on our pages, for the operator. */
export const cspReports = fp(
  async function cspReports(app: FastifyInstance) {
    const { database, log } = app
    app.decorate('cspReports', createCspReports(database, log))

    const deleteOld = () => {
      app.cspReports.deleteOld().catch((error: unknown) => log.warn({ err: error }, 'old CSP reports stay for now'))
    }
    const timers: NodeJS.Timeout[] = []
    app.addHook('onListen', async () => {
      deleteOld()
      timers.push(setInterval(() => void app.cspReports.write(), WRITE_MS).unref())
      timers.push(setInterval(deleteOld, DAY_MS).unref())
    })
    app.addHook('onClose', async () => {
      for (const timer of timers) clearInterval(timer)
      await app.cspReports.write()
    })
  },
  { name: 'csp-reports', dependencies: ['database'] },
)
