import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { cleanUpRegularly } from '#server/infra/cleanup.ts'
import { secretsOf } from '#server/keys.ts'

import { createMailing, forgetOldMailings, type Mailing } from './mailing.ts'

declare module 'fastify' {
  interface FastifyInstance {
    mailing: Mailing
  }
}

export const mailing = fp(
  async function mailing(app: FastifyInstance) {
    const { database, emails, config } = app
    app.decorate('mailing', createMailing({ database, emails, secrets: secretsOf(config), origin: app.shopOrigin }))
    cleanUpRegularly(app, 'old hints and subscriptions', () => forgetOldMailings(app.mailing))
  },
  { name: 'mailing', dependencies: ['database', 'mailer'] },
)
