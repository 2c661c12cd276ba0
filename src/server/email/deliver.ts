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
 * One try to hand an email over. It is remembered right after the server's yes: a later try finds that, and sends
 * nothing. Where even that cannot be written down, this process remembers it until it can; and an email whose job was
 * taken for lost while its server still thinks is not sent beside itself.
 */
export function createDelivery(options: DeliveryOptions): Deliver {
  const { database, transport, from, render, brand, origin, log } = options
  const unwritten = new Set<string>()
  const inHand = new Map<string, Promise<void>>()

  async function handOver({ data }: JobWithMetadata<EmailJob>): Promise<void> {
    if (unwritten.has(data.id) || (await isHandedOver(database, data.id))) return
    const place = { brand, origin: origin(), preferencesUrl: data.preferencesUrl }
    const message = composeEmail(data, await render(data.letter, place), from)
    const file = await transport.send(message, data.letter.name, data.id)
    unwritten.add(data.id)
    log.info({ letter: data.letter.name, id: data.id, ...(file ? { file } : {}) }, 'a letter was handed over')
  }

  return async (job) => {
    const { id, to, letter: email } = job.data
    try {
      const handing = inHand.get(id) ?? handOver(job).finally(() => inHand.delete(id))
      inHand.set(id, handing)
      await handing
      await markHandedOver(database, id)
      unwritten.delete(id)
      return { status: 'completed' }
    } catch (error) {
      const { reason, isFinal } = toFailure(error, to)
      const tries = job.retryCount + 1
      log.warn({ letter: email.name, id, tries, reason }, isFinal ? 'a letter was refused' : 'a letter has to wait')
      return { status: isFinal ? 'deadletter' : 'failed', reason }
    }
  }
}

/** The message itself. Its id is that of the email, so that a mailbox that gets it twice can tell. */
function composeEmail(job: EmailJob, { subject, html, text }: RenderedEmail, from: Sender): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    // As an object, and never read as a list of addresses.
    to: { name: '', address: job.to },
    subject,
    html,
    text,
    messageId: `<${job.id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': job.letter.locale,
      // Emails of one kind are not folded into one conversation.
      'X-Entity-Ref-ID': job.id,
      ...(job.unsubscribeUrl ? unsubscribeHeaders(job.unsubscribeUrl) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: a mail program unsubscribes by itself, with one POST. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Why an email was not handed over, in words that may be logged and kept. */
interface DeliveryFailure {
  reason: string
  /** The mailbox, or the email itself, was refused for good: another try would be refused as well. */
  isFinal: boolean
}

const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g

/**
 * @param error of nodemailer's; its fields and its text hold addresses
 * @param recipient left out of the reason wherever it is named
 */
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

  /** A refusal of the sender or of the password is the operator's to mend, and may be mended tonight. */
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
