import { randomUUID } from 'node:crypto'

import { requestContext } from '@fastify/request-context'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

import { listeningOrigin } from '#server/http/listening-origin.ts'
import type { Transaction } from '#server/infra/database/database.ts'
import type { Email } from '#shared/email/email.ts'

import { createDelivery } from './deliver.ts'
import { type RenderEmail, createEmailQueue } from './email-queue.ts'
import { addressHash, addressKey } from './email-tokens.ts'
import { insertEmail } from './emails-queries.ts'
import { createOutbox, toSender, createSmtp, type Sender, type Transport } from './transport.ts'

export interface EmailOrder {
  to: string
  letter: Email
  preferencesUrl?: string
  /** Accepts the POST of RFC 8058, on the shop's own origin. */
  unsubscribeUrl?: string
  /** If not the shop. */
  replyTo?: Sender
  /** Idempotency key: a second email with the same key is not queued. */
  once?: string
  /** For the log; by default that of the current request. */
  requestId?: string
  orderId?: string
  /** The recipient has not confirmed that they want it. A mailbox gets a few such emails a day, from all forms. */
  isUnconfirmed?: boolean
}

export interface Emails {
  /** False for a known `once`, or if the mailbox has had enough emails today; no response to a visitor may tell. */
  queue: (tx: Transaction, order: EmailOrder) => Promise<boolean>
  renderWith: (render: RenderEmail) => void
  status: () => Promise<{
    waiting: number | null
    oldestSeconds: number | null
    failed: number | null
    transport: Transport['kind']
  }>
}

declare module 'fastify' {
  interface FastifyInstance {
    emails: Emails
    /** The configured one, or else the listening address; never taken from a request. */
    shopOrigin: () => string
  }
}

const METRIC_OUTCOMES = { completed: 'sent', failed: 'deferred', deadletter: 'rejected' } as const

export const mailer = fp(
  async function mailer(app: FastifyInstance) {
    const { config, database, log } = app
    const queue = createEmailQueue(database, log)
    const transport = config.smtpUrl ? createSmtp(config.smtpUrl) : createOutbox(config.dataDir)
    const unconfirmed = app.limit({ name: 'unconfirmed emails to a mailbox', max: 5, seconds: 86_400, per: 'mailbox' })
    let render: RenderEmail | undefined

    app.decorate('shopOrigin', () => config.publicUrl ?? listeningOrigin(app))
    app.decorate('emails', {
      async queue(
        tx,
        {
          to,
          letter: email,
          preferencesUrl = null,
          unsubscribeUrl = null,
          replyTo = null,
          once = null,
          orderId = null,
          requestId,
          isUnconfirmed = false,
        },
      ) {
        if (isUnconfirmed && !(await unconfirmed.allows(addressHash(addressKey(to) ?? to)))) return false
        const cause = requestId ?? requestContext.get('requestId') ?? null
        const id = randomUUID()
        if (!(await insertEmail(tx, { id, name: email.name, once, orderId }))) return false
        await queue.send(tx, { id, to, letter: email, preferencesUrl, unsubscribeUrl, replyTo, requestId: cause })
        return true
      },
      renderWith: (renderEmail) => void (render = renderEmail),
      async status() {
        const unknown = { waiting: null, oldestSeconds: null, failed: null }
        const counts = database.state() === 'ready' ? await queue.counts().catch(() => unknown) : unknown
        return { ...counts, transport: transport.kind }
      },
    })

    app.addHook('onListen', async () => {
      if (config.smtpUrl && !config.publicUrl)
        log.warn(
          { event: 'email.public_url_missing', origin: app.shopOrigin() },
          'PUBLIC_URL is not set: links in emails lead to this machine',
        )
      const brand = app.site.brand
      const from = toSender(config.mailFrom, brand)
      const deliver = createDelivery({
        database,
        transport,
        from,
        brand,
        origin: app.shopOrigin,
        log,
        async render(email, place) {
          if (!render) throw new Error('The page bundle, which contains the email templates, is not loaded.')
          return render(email, place)
        },
      })
      await queue.work(async (job) => {
        const outcome = await deliver(job)
        app.metrics?.countEmail(METRIC_OUTCOMES[outcome.status])
        return outcome
      })
    })
    app.addHook('onClose', async () => {
      await queue.stop()
      transport.close()
    })
  },
  { name: 'mailer', dependencies: ['database', 'content', 'rate-limit'] },
)
