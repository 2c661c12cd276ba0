import { randomUUID } from 'node:crypto'

import { PgBoss, type JobWithMetadata } from 'pg-boss'

import type { Database } from '#server/infra/database/database.ts'

import { type EmailJob, DEAD_LETTERS, JOBS_SCHEMA, QUEUE, toDb } from './email-queue.ts'
import { insertCopy, readEmailsOfOrder } from './emails-queries.ts'

export interface QueuedEmail {
  id: string
  name: string
  locale: string
  /** Masked, because command output may end up in logs. */
  to: string
  queuedAt: Date
  tries: number
  /** `dead` emails are not retried until an operator resends them. People read "failed". */
  state: 'waiting' | 'dead'
  reason: string | null
}

export interface OrderEmail extends Pick<QueuedEmail, 'id' | 'name' | 'queuedAt'> {
  /** `lost` emails were deleted from the queue before they were sent. */
  state: QueuedEmail['state'] | 'sent' | 'lost'
  sentAt: Date | null
  /** Null when the queue has deleted its copy, so that it cannot be sent again. */
  queued: Pick<QueuedEmail, 'locale' | 'to' | 'tries' | 'reason'> | null
}

export type EmailQueueAdmin = Awaited<ReturnType<typeof openEmailQueueAdmin>>

/** Works whether the shop is running or not. Call `close` afterwards. */
export async function openEmailQueueAdmin(database: Pick<Database, 'query' | 'transaction'>) {
  const db = toDb(async (sql, values) => ({ rows: await database.query(sql, values) }))
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

    async listOfOrder(orderId: string) {
      const emails = await readEmailsOfOrder(database, orderId)
      return Promise.all(
        emails.map(async ({ id, name, queued_at: queuedAt, handed_over_at: sentAt }): Promise<OrderEmail> => {
          const { state, sentOn, queued } = await findJob(id)
          return { id, name, queuedAt, sentAt: sentAt ?? sentOn, state: sentAt ? 'sent' : state, queued }
        }),
      )
    },

    /** Retries waiting emails immediately. With an `id`, a sent email is sent once more, while the queue has it. */
    async resend(id?: string) {
      const isSelected = ({ data }: JobWithMetadata<EmailJob>): boolean => id === undefined || data.id === id
      const { waiting, dead } = await find()
      const [delayed, failed] = [waiting.filter(isSelected), dead.filter(isSelected)]
      for (const { id: job } of delayed) await boss.update(QUEUE, undefined, { id: job, startAfter: new Date() })
      for (const job of failed) await revive(job)
      const count = delayed.length + failed.length
      return id !== undefined && count === 0 ? sendCopy(id) : count
    },

    async close() {
      await boss.stop({ graceful: false })
    },
  }

  /** `sentOn` is set if it was sent, even if nothing else recorded that. */
  async function findJob(id: string): Promise<Pick<OrderEmail, 'state' | 'queued'> & { sentOn: Date | null }> {
    const [dead] = await boss.findJobs<EmailJob>(DEAD_LETTERS, { data: { id } })
    if (dead && isOpen(dead.state)) return { state: 'dead', sentOn: null, queued: toQueuedEmail(dead, 'dead') }
    const jobs = await boss.findJobs<EmailJob>(QUEUE, { data: { id } })
    const waiting = jobs.find(({ state }) => isOpen(state))
    if (waiting) return { state: 'waiting', sentOn: null, queued: toQueuedEmail(waiting, 'waiting') }
    const sent = jobs.find(({ state }) => state === 'completed')
    return sent
      ? { state: 'sent', sentOn: sent.completedOn, queued: toQueuedEmail(sent, 'waiting') }
      : { state: 'lost', sentOn: null, queued: null }
  }

  /** Under a new id, because an id is sent only once. Returns the number of emails. */
  async function sendCopy(original: string): Promise<number> {
    const jobs = await boss.findJobs<EmailJob>(QUEUE, { data: { id: original } })
    const sent = jobs.find(({ state }) => state === 'completed')
    if (!sent) return 0
    const id = randomUUID()
    await database.transaction(async (tx) => {
      await insertCopy(tx, id, original)
      const inTransaction = { db: toDb(async (sql, values) => ({ rows: await tx.query(sql, values) })) }
      await boss.send(QUEUE, { ...sent.data, id }, { id, ...inTransaction })
    })
    return 1
  }

  async function revive({ id, data }: JobWithMetadata<EmailJob>): Promise<void> {
    await database.transaction(async (tx) => {
      const inTransaction = { db: toDb(async (sql, values) => ({ rows: await tx.query(sql, values) })) }
      await boss.deleteJob(DEAD_LETTERS, id, inTransaction)
      await boss.send(QUEUE, data, inTransaction)
    })
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

/** `ann@example.com` becomes `a…@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}
