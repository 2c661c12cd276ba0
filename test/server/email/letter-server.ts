import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Test } from 'tap'

import { loadConfig, type ServerConfig } from '#server/config.ts'
import { database } from '#server/plugins/database.ts'
import { mailer, type LetterOrder } from '#server/plugins/mailer.ts'
import type { Letter } from '#shared/letters/letter.ts'
import type { PostOffice } from '#test/support/post-office.ts'
import { until } from '#test/support/until.ts'

export interface LetterServer {
  app: FastifyInstance
  /** Queues a letter as a form does, in a transaction of its own. */
  order: (order: Partial<LetterOrder> & { to: string }) => Promise<boolean>
  counts: () => Promise<{ waiting: number | null; failed: number | null }>
  /** Everything that was logged so far. */
  logged: () => string
  dataDir: string
}

export const WELCOME: Letter = { name: 'welcome', locale: 'en', facts: { shopUrl: 'http://127.0.0.1/en' } }

/** The part of the shop that letters need, over a database; plain words stand in for those of the pages. */
export async function openLetterServer(
  t: Test,
  { databaseUrl, office, subject = 'Welcome' }: { databaseUrl: string; office?: PostOffice; subject?: string },
): Promise<LetterServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lumenite-letters-'))
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => void done(void lines.push(String(chunk))) })
  const app = fastify({ logger: { level: 'debug', stream } })
  const mail = office ? { SMTP_URL: office.url, MAIL_FROM: 'Lumenite <letters@shop.test>' } : {}
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', ...mail }
  app.decorate('config', loadConfig(env) as ServerConfig)
  await app.register(
    fp(
      async (shop) =>
        void shop.decorate('site', {
          brand: 'Lumenite',
          returnDays: 30,
          workshop: { timeZone: 'UTC', lastHour: 14, closed: [] },
        }),
      { name: 'content' },
    ),
  )
  await app.register(database)
  await app.register(mailer)
  app.letters.renderWith(async ({ locale }) => ({ subject, html: `<p lang="${locale}">Hello</p>`, text: 'Hello' }))
  t.teardown(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    order: async (order) =>
      app.database.transaction(async (tx) => app.letters.queue(tx, { letter: WELCOME, ...order })),
    counts: () => app.letters.status(),
    logged: () => lines.join(''),
    dataDir,
  }
}

/** Waits until no letter waits any more. */
export async function untilAllIsDone({ counts }: LetterServer, patienceMs = 60_000): Promise<void> {
  await until(async () => (await counts()).waiting === 0, patienceMs)
}
