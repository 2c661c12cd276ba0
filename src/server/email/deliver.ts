import type { FastifyBaseLogger } from 'fastify'
import type { JobWithMetadata } from 'pg-boss'

import type { Database } from '#server/infra/database/database.ts'

import { composeEmail } from './compose-email.ts'
import type { EmailJob, RenderEmail } from './email-job.ts'
import type { Deliver } from './email-queue.ts'
import { isHandedOver, markHandedOver } from './emails-queries.ts'
import { toFailure } from './failure.ts'
import type { Sender } from './sender.ts'
import type { Transport } from './transport.ts'

export interface DeliveryOptions {
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
