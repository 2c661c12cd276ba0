import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Test } from 'tap'

import { loadConfig, type ServerConfig } from '#server/config.ts'
import { mailer, type EmailOrder } from '#server/email/mailer-plugin.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import { database } from '#server/infra/database/database-plugin.ts'
import type { Email } from '#shared/email/email.ts'
import { SAMPLE_OPERATOR } from '#shared/shop/operator.ts'
import type { MailServer } from '#test/support/mail-server.ts'
import { until } from '#test/support/until.ts'

export interface EmailServer {
  app: FastifyInstance
  order: (order: Partial<EmailOrder> & { to: string }) => Promise<boolean>
  counts: () => Promise<{ waiting: number | null; failed: number | null }>
  logged: () => string
  dataDir: string
}

export const WELCOME: Email = { name: 'welcome', locale: 'en', facts: { shopUrl: 'http://127.0.0.1/en' } }

/** Starts the plugins that emails need, with a trivial renderer instead of the page bundle. */
export async function openEmailServer(
  t: Test,
  { databaseUrl, mailServer, subject = 'Welcome' }: { databaseUrl: string; mailServer?: MailServer; subject?: string },
): Promise<EmailServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-letters-'))
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => void done(void lines.push(String(chunk))) })
  const app = fastify({ logger: { level: 'debug', stream } })
  const mail = mailServer ? mailServer.env : {}
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    SECRET: 'a secret of at least thirty-two letters',
    ...mail,
  }
  app.decorate('config', loadConfig(env) as ServerConfig)
  await app.register(
    fp(
      async (shop) =>
        void shop.decorate('site', {
          brand: 'Lumenite',
          operator: SAMPLE_OPERATOR,
          returnDays: 30,
          delivery: 'Free insured delivery',
          returns: '30-day returns',
          workshop: { timeZone: 'UTC', lastHour: 14, closed: [] },
          taxByAddress: [],
          paymentLogos: {},
        }),
      { name: 'content' },
    ),
  )
  await app.register(database)
  await app.register(rateLimit)
  await app.register(mailer)
  app.emails.renderWith(async ({ locale }) => ({ subject, html: `<p lang="${locale}">Hello</p>`, text: 'Hello' }))
  t.teardown(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    order: async (order) => app.database.transaction(async (tx) => app.emails.queue(tx, { letter: WELCOME, ...order })),
    counts: () => app.emails.status(),
    logged: () => lines.join(''),
    dataDir,
  }
}

export async function untilQueueIsEmpty({ counts }: EmailServer, timeoutMs = 60_000): Promise<void> {
  await until(async () => (await counts()).waiting === 0, timeoutMs)
}
