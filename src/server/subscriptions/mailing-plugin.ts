import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { createMailing, forgetOldMailings, type Mailing } from './mailing.ts'

declare module 'fastify' {
  interface FastifyInstance {
    mailing: Mailing
  }
}

const HOUR_MS = 3_600_000

/** Decorates the app with `mailing`: subscriptions, hints and email links. */
export const mailing = fp(
  async function mailing(app: FastifyInstance) {
    const { database, emails, config } = app
    app.decorate('mailing', createMailing({ database, emails, secret: config.secret, origin: app.shopOrigin }))

    const forget = () => {
      forgetOldMailings(app.mailing).catch((error: unknown) => app.log.warn({ err: error }, 'old hints are kept on'))
    }
    let hourly: NodeJS.Timeout | undefined
    app.addHook('onListen', async () => {
      forget()
      hourly = setInterval(forget, HOUR_MS).unref()
    })
    app.addHook('preClose', async () => clearInterval(hourly))
  },
  { name: 'mailing', dependencies: ['database', 'mailer'] },
)
