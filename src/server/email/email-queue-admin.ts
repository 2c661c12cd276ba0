import type { Client } from 'pg'
import { PgBoss, type JobWithMetadata } from 'pg-boss'

import { type EmailJob, DEAD_LETTERS, JOBS_SCHEMA, QUEUE, toDb } from './email-queue.ts'

/** A queued or failed email, as shown to operators. */
export interface QueuedEmail {
  id: string
  name: string
  locale: string
  /** Masked, because command output may end up in logs. */
  to: string
  queuedAt: Date
  tries: number
  /** `dead` emails are not retried until an operator resends them. */
  state: 'waiting' | 'dead'
  reason: string | null
}

export interface EmailQueueAdmin {
  list: () => Promise<QueuedEmail[]>
  /**
   * Requeues dead emails, and retries waiting ones immediately.
   * @param id of one email; all emails if undefined
   * @returns the number of emails
   */
  resend: (id?: string) => Promise<number>
  close: () => Promise<void>
}

/** Opens the email queue for operator commands, whether the shop is running or not. */
export async function openEmailQueueAdmin(client: Client): Promise<EmailQueueAdmin> {
  const db = toDb(async (sql, values) => client.query(sql, values))
  const boss = new PgBoss({ db, schema: JOBS_SCHEMA, supervise: false, schedule: false, migrate: false })
  await boss.start()

  async function find(): Promise<{ waiting: JobWithMetadata<EmailJob>[]; dead: JobWithMetadata<EmailJob>[] }> {
    const waiting = (await boss.findJobs<EmailJob>(QUEUE)).filter(({ state }) => isOpen(state))
    const dead = (await boss.findJobs<EmailJob>(DEAD_LETTERS)).filter(({ state }) => isOpen(state))
    return { waiting, dead }
  }

  return {
    async list() {
      const { waiting, dead } = await find()
      return [
        ...waiting.map((job) => toQueuedEmail(job, 'waiting')),
        ...dead.map((job) => toQueuedEmail(job, 'dead')),
      ].toSorted((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime())
    },

    async resend(id) {
      const isSelected = ({ data }: JobWithMetadata<EmailJob>): boolean => id === undefined || data.id === id
      const { waiting, dead } = await find()
      const [delayed, failed] = [waiting.filter(isSelected), dead.filter(isSelected)]
      for (const { id: job } of delayed) await boss.update(QUEUE, undefined, { id: job, startAfter: new Date() })
      for (const job of failed) await revive(job)
      return delayed.length + failed.length
    },

    async close() {
      await boss.stop({ graceful: false })
    },
  }

  /** Moves a job from the dead-letter queue back to the queue, in one transaction. */
  async function revive({ id, data }: JobWithMetadata<EmailJob>): Promise<void> {
    await client.query('BEGIN')
    try {
      await boss.deleteJob(DEAD_LETTERS, id)
      await boss.send(QUEUE, data)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }
}

function isOpen(state: JobWithMetadata['state']): boolean {
  return state === 'created' || state === 'retry' || state === 'active'
}

function toQueuedEmail(job: JobWithMetadata<EmailJob>, state: QueuedEmail['state']): QueuedEmail {
  const { id, letter: email, to } = job.data
  const output = job.output as { reason?: string; value?: { message?: string } } | null
  return {
    id,
    name: email.name,
    locale: email.locale,
    to: maskAddress(to),
    queuedAt: job.sourceCreatedOn ?? job.createdOn,
    tries: (job.sourceRetryCount ?? job.retryCount) + (state === 'dead' ? 1 : 0),
    state,
    reason: output?.reason ?? output?.value?.message ?? null,
  }
}

/** Masks an address: `ann@example.com` becomes `a…@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}
