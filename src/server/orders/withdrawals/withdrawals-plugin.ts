import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { cleanUpRegularly } from '#server/infra/cleanup.ts'
import { secretsOf } from '#server/keys.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import { carryOutNext } from './carry-out.ts'
import { createStatements, type Statements } from './statements.ts'
import { countOpenWithdrawals, forgetWithdrawals } from './withdrawals-queries.ts'

export interface Withdrawals {
  statements: Statements
  /** Joins a run in progress. Never throws. */
  carryOut: () => Promise<void>
  /** Null if the database is down. */
  status: () => Promise<{ waiting: number | null; staff: number | null }>
}

declare module 'fastify' {
  interface FastifyInstance {
    withdrawals: Withdrawals
  }
}

const POLL_MS = 1000
/** The limitation period for claims; the privacy policy states it too. */
const RETENTION_DAYS = 1095

export const withdrawals = fp(
  async function withdrawals(app: FastifyInstance) {
    const { database, backend, config, translate, log } = app
    const { returnDays } = app.site
    const readOrder = (id: string, locale: Locale) => app.carts.readOrder(id, { locale })
    const performing = { database, backend, readOrder, translate, returnDays, log }
    let running: Promise<void> | undefined
    const closing = new AbortController()

    async function run(): Promise<void> {
      try {
        while (!closing.signal.aborted && (await carryOutNext(performing)));
      } catch (error) {
        if (database.state() === 'ready')
          log.error({ event: 'withdrawals.run_failed', err: error }, 'withdrawals could not be processed; will retry')
      }
    }

    app.decorate('withdrawals', {
      statements: createStatements(secretsOf(config)),
      async carryOut() {
        await (running ??= run().finally(() => void (running = undefined)))
      },
      async status() {
        const unknown = { waiting: null, staff: null }
        return database.state() === 'ready' ? await countOpenWithdrawals(database).catch(() => unknown) : unknown
      },
    })

    cleanUpRegularly(app, 'old withdrawals', () => forgetWithdrawals(database, RETENTION_DAYS))
    let timer: NodeJS.Timeout | undefined
    app.addHook('onListen', async () => {
      timer = setInterval(() => void app.withdrawals.carryOut(), POLL_MS).unref()
    })
    app.addHook('onClose', async () => {
      closing.abort()
      clearInterval(timer)
      await running
    })
  },
  { name: 'withdrawals', dependencies: ['database', 'backend', 'carts', 'content', 'mailer', 'translations'] },
)
