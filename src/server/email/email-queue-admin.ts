import type { Client } from 'pg'
import { PgBoss, type JobWithMetadata } from 'pg-boss'

import { type EmailJob, DEAD_LETTERS, JOBS_SCHEMA, QUEUE, toDb } from './email-queue.ts'

/** An email that was not handed over yet, as an operator sees it. */
export interface QueuedEmail {
  id: string
  name: string
  locale: string
  /** Masked: an operator knows a person by more than a first email, a log does not. */
  to: string
  queuedAt: Date
  tries: number
  /** `dead` emails are tried no more until someone sends them again. */
  state: 'waiting' | 'dead'
  reason: string | null
}

export interface EmailQueueAdmin {
  list: () => Promise<QueuedEmail[]>
  /**
   * Lets a dead email be tried again, and a waiting one now.
   * @param id of one email; without it, all of them
   * @returns how many it were
   */
  resend: (id?: string) => Promise<number>
  close: () => Promise<void>
}

/** What an operator does with emails, beside a shop that runs or stands still. */
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
      ].toSorted((one, other) => one.queuedAt.getTime() - other.queuedAt.getTime())
    },

    async resend(id) {
      const isMeant = ({ data }: JobWithMetadata<EmailJob>): boolean => id === undefined || data.id === id
      const { waiting, dead } = await find()
      const [late, lost] = [waiting.filter(isMeant), dead.filter(isMeant)]
      for (const { id: job } of late) await boss.update(QUEUE, undefined, { id: job, startAfter: new Date() })
      for (const job of lost) await revive(job)
      return late.length + lost.length
    },

    async close() {
      await boss.stop({ graceful: false })
    },
  }

  /** From one queue to the other, whole or not at all. */
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

/** `ann@example.com` is `a…@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}
