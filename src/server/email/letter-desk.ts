import type { Client } from 'pg'
import { PgBoss, type JobWithMetadata } from 'pg-boss'

import type { LetterJob } from './letter-job.ts'
import { DEAD_LETTERS, JOBS_SCHEMA, QUEUE, toDb } from './letter-queue.ts'

/** A letter that was not handed over yet, as an operator sees it. */
export interface KeptLetter {
  id: string
  name: string
  locale: string
  /** Masked: an operator knows a person by more than a first letter, a log does not. */
  to: string
  queuedAt: Date
  tries: number
  /** `dead` letters are tried no more until somebody sends them again. */
  state: 'waiting' | 'dead'
  reason: string | null
}

export interface LetterDesk {
  list: () => Promise<KeptLetter[]>
  /**
   * Lets a dead letter be tried again, and a waiting one now.
   * @param id of one letter; without it, all of them
   * @returns how many it were
   */
  resend: (id?: string) => Promise<number>
  close: () => Promise<void>
}

/** What an operator does with letters, beside a shop that runs or stands still. */
export async function openLetterDesk(client: Client): Promise<LetterDesk> {
  const db = toDb(async (sql, values) => client.query(sql, values))
  const boss = new PgBoss({ db, schema: JOBS_SCHEMA, supervise: false, schedule: false, migrate: false })
  await boss.start()

  async function find(): Promise<{ waiting: JobWithMetadata<LetterJob>[]; dead: JobWithMetadata<LetterJob>[] }> {
    const waiting = (await boss.findJobs<LetterJob>(QUEUE)).filter(({ state }) => isOpen(state))
    const dead = (await boss.findJobs<LetterJob>(DEAD_LETTERS)).filter(({ state }) => isOpen(state))
    return { waiting, dead }
  }

  return {
    async list() {
      const { waiting, dead } = await find()
      return [...waiting.map((job) => toKept(job, 'waiting')), ...dead.map((job) => toKept(job, 'dead'))].toSorted(
        (one, other) => one.queuedAt.getTime() - other.queuedAt.getTime(),
      )
    },

    async resend(id) {
      const isMeant = ({ data }: JobWithMetadata<LetterJob>): boolean => id === undefined || data.id === id
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
  async function revive({ id, data }: JobWithMetadata<LetterJob>): Promise<void> {
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

function toKept(job: JobWithMetadata<LetterJob>, state: KeptLetter['state']): KeptLetter {
  const { id, letter, to } = job.data
  const output = job.output as { reason?: string; value?: { message?: string } } | null
  return {
    id,
    name: letter.name,
    locale: letter.locale,
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
