import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import type { Transaction } from '#server/database/database.ts'
import { insertLetter } from '#server/database/mailing/letters.ts'
import { createDelivery } from '#server/email/deliver.ts'
import type { RenderLetter } from '#server/email/letter-job.ts'
import { createLetterQueue } from '#server/email/letter-queue.ts'
import { createOutbox } from '#server/email/outbox.ts'
import { toSender } from '#server/email/sender.ts'
import { createSmtp } from '#server/email/smtp.ts'
import type { Transport } from '#server/email/transport.ts'
import { listeningOrigin } from '#server/listening-origin.ts'
import type { Letter } from '#shared/letters/letter.ts'

export interface LetterOrder {
  to: string
  letter: Letter
  /** Where the recipient says what they want to get. */
  preferencesUrl?: string
  /** Takes the POST of RFC 8058; of our own origin. */
  unsubscribeUrl?: string
  /** Whoever orders a letter under the same words again orders nothing. */
  once?: string
}

export interface Letters {
  /**
   * Queues a letter in the caller's transaction: it goes out if that is committed, and once.
   * @returns false where the same `once` was queued before
   */
  queue: (tx: Transaction, order: LetterOrder) => Promise<boolean>
  /** Gives the letters their words, from the pages as they were loaded last. */
  renderWith: (render: RenderLetter) => void
  status: () => Promise<{ waiting: number | null; failed: number | null; transport: Transport['kind'] }>
}

declare module 'fastify' {
  interface FastifyInstance {
    letters: Letters
    /** The origin of links in letters: as it is set, else where we listen; never what a request says. */
    shopOrigin: () => string
  }
}

/** Letters: queued with what they are about, tried until they are taken, handed over once. */
export const mailer = fp(
  async function mailer(app: FastifyInstance) {
    const { config, database, log } = app
    const queue = createLetterQueue(database, log)
    const transport = config.smtpUrl ? createSmtp(config.smtpUrl) : createOutbox(config.dataDir)
    let render: RenderLetter | undefined

    app.decorate('shopOrigin', () => config.publicUrl ?? listeningOrigin(app))
    app.decorate('letters', {
      async queue(tx, { to, letter, preferencesUrl = null, unsubscribeUrl = null, once = null }) {
        const id = randomUUID()
        if (!(await insertLetter(tx, { id, name: letter.name, once }))) return false
        await queue.send(tx, { id, to, letter, preferencesUrl, unsubscribeUrl })
        return true
      },
      renderWith: (renderLetter) => void (render = renderLetter),
      async status() {
        const unknown = { waiting: null, failed: null }
        const counts = database.state() === 'ready' ? await queue.counts().catch(() => unknown) : unknown
        return { ...counts, transport: transport.kind }
      },
    })

    app.addHook('onListen', async () => {
      if (config.smtpUrl && !config.publicUrl)
        log.warn({ origin: app.shopOrigin() }, 'PUBLIC_URL is not set: links in letters lead to this machine')
      const brand = app.site.brand
      const from = toSender(config.mailFrom, brand)
      await queue.work(
        createDelivery({
          database,
          transport,
          from,
          brand,
          origin: app.shopOrigin,
          log,
          async render(letter, place) {
            if (!render) throw new Error('The pages, which hold the words of letters, are not loaded.')
            return render(letter, place)
          },
        }),
      )
    })
    app.addHook('onClose', async () => {
      await queue.stop()
      transport.close()
    })
  },
  { name: 'mailer', dependencies: ['database', 'content'] },
)
