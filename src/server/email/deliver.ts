import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import type { JobWithMetadata } from 'pg-boss'

import type { Database } from '#server/infra/database/database.ts'
import type { RenderedEmail } from '#shared/email/email.ts'

import type { Deliver, EmailJob, RenderEmail } from './email-queue.ts'
import { isHandedOver, markHandedOver } from './emails-queries.ts'
import type { Sender, Transport } from './transport.ts'

interface DeliveryOptions {
  database: Database
  transport: Transport
  from: Sender
  render: RenderEmail
  brand: string
  origin: () => string
  log: FastifyBaseLogger
}

/**
 * Success is recorded right after the server accepts the email; if that fails, this process remembers it. A retry of a
 * job whose first attempt still waits for the server joins it instead of sending twice.
 */
export function createDelivery(options: DeliveryOptions): Deliver {
  const { database, transport, from, render, brand, origin, log } = options
  const unrecorded = new Set<string>()
  const inFlight = new Map<string, Promise<void>>()

  async function handOver({ data }: JobWithMetadata<EmailJob>): Promise<void> {
    if (unrecorded.has(data.id) || (await isHandedOver(database, data.id))) return
    const place = { brand, origin: origin(), preferencesUrl: data.preferencesUrl }
    const message = composeEmail(data, await render(data.letter, place), from)
    const file = await transport.send(message, data.letter.name, data.id)
    unrecorded.add(data.id)
    log.info({ event: 'email.sent', email: data.letter.name, id: data.id, ...causeOf(data), file }, 'email sent')
  }

  return async (job) => {
    const { id, to, letter: email } = job.data
    try {
      const handing = inFlight.get(id) ?? handOver(job).finally(() => inFlight.delete(id))
      inFlight.set(id, handing)
      await handing
      await markHandedOver(database, id)
      unrecorded.delete(id)
      return { status: 'completed' }
    } catch (error) {
      const { reason, isFinal } = toFailure(error, to)
      const tries = job.retryCount + 1
      log.warn(
        {
          event: isFinal ? 'email.rejected' : 'email.deferred',
          email: email.name,
          id,
          ...causeOf(job.data),
          tries,
          reason,
        },
        isFinal ? 'email rejected permanently' : 'email deferred; will retry',
      )
      return { status: isFinal ? 'deadletter' : 'failed', reason }
    }
  }
}

function causeOf({ requestId }: EmailJob): { reqId?: string } {
  return requestId ? { reqId: requestId } : {}
}

/** The Message-ID is derived from the email's id, so that mailboxes can detect duplicates. */
function composeEmail(job: EmailJob, { subject, html, text }: RenderedEmail, from: Sender): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    // An address in an object is never parsed as a list of addresses.
    to: { name: '', address: job.to },
    ...(job.replyTo ? { replyTo: job.replyTo } : {}),
    subject,
    html,
    text,
    messageId: `<${job.id}@${domain}>`,
    headers: {
      // What a person wrote is not automatic: help desks set automatic emails aside.
      ...(job.replyTo ? {} : { 'Auto-Submitted': 'auto-generated' }),
      'Content-Language': job.letter.locale,
      // Prevents mail programs from grouping emails of one kind into a conversation.
      'X-Entity-Ref-ID': job.id,
      ...(job.unsubscribeUrl ? unsubscribeHeaders(job.unsubscribeUrl) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: the mail program unsubscribes with a single POST. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

interface DeliveryFailure {
  reason: string
  /** The mailbox or the email was rejected permanently, so that a retry is pointless. */
  isFinal: boolean
}

const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g

/** Without personal data: the fields and the message of nodemailer's errors contain addresses. */
function toFailure(error: unknown, recipient: string): DeliveryFailure {
  const { code, responseCode, response, command, message } = error as {
    code?: string
    responseCode?: number
    response?: string
    command?: string
    message?: string
  }
  const reply = response ?? message ?? String(error)
  return { reason: [code, withoutAddresses(reply, recipient)].filter(Boolean).join(': '), isFinal: isFinal() }

  /** A rejected sender or password is not final: the operator can fix the configuration. */
  function isFinal(): boolean {
    if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
    if (command === 'MAIL FROM') return false
    return responseCode === undefined ? command === 'API' : responseCode >= 500
  }
}

function withoutAddresses(text: string, recipient: string): string {
  const inbox = recipient.slice(0, recipient.lastIndexOf('@'))
  const known = [recipient, ...(inbox.length > 2 ? [inbox] : [])]
  return known
    .reduce((left, name) => left.split(name).join('…'), text)
    .replaceAll(ADDRESS, '…')
    .slice(0, 300)
}
