import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import { PgBoss, type Db, type JobWithMetadata } from 'pg-boss'

import type { Ask, Database, Transaction } from '#server/infra/database/database.ts'
import type { Email, EmailContext, RenderedEmail } from '#shared/email/email.ts'

import type { Sender } from './transport.ts'

/** pg-boss manages its tables. */
export const JOBS_SCHEMA = 'storefront_jobs'
export const QUEUE = 'letters'
export const DEAD_LETTERS = 'letters_failed'

const DAY = 86_400

/** With a backoff from seconds to 15 minutes, for three days, so that a long SMTP outage loses nothing. */
const QUEUE_OPTIONS = {
  deadLetter: DEAD_LETTERS,
  retryLimit: 300,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  // If a process crashes, another process takes over its email after this time.
  heartbeatSeconds: 10,
  expireInSeconds: 600,
  retentionSeconds: 14 * DAY,
  // Sent jobs contain an address, so delete them soon.
  deleteAfterSeconds: DAY,
}
const DEAD_LETTER_OPTIONS = { retentionSeconds: 90 * DAY }

const WATCH_SECONDS = 5
const POLL_SECONDS = 1
const STOP_MS = 5000
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export type Outcome = { status: 'completed' } | { status: 'failed' | 'deadletter'; reason: string }

export type Deliver = (job: JobWithMetadata<EmailJob>) => Promise<Outcome>

interface QueueCounts {
  waiting: number
  /** Of the oldest waiting email; 0 if none waits. */
  oldestSeconds: number
  failed: number
}

/** An email is queued in its sender's transaction. */
export function createEmailQueue(database: Database, log: FastifyBaseLogger) {
  let boss: PgBoss | undefined
  let deliver: Deliver | undefined
  let isPrepared = false
  let preparing: Promise<void> | undefined
  let working: Promise<void> | undefined
  let isStopped = false

  database.prepare(async (ask) => {
    // A queue that starts after `stop` would never be stopped.
    if (isStopped) return
    boss ??= createBoss(ask, (error) => {
      // The database itself logs outages.
      if (database.state() === 'ready')
        log.error({ event: 'email.maintenance_failed', err: error }, 'email queue maintenance failed; will retry')
    })
    await (preparing = prepare(boss))
    await begin()
  })

  async function prepare(queue: PgBoss): Promise<void> {
    await queue.start()
    await makeQueues(queue)
    isPrepared = true
  }

  async function begin(): Promise<void> {
    if (!boss || !deliver || !isPrepared || isStopped) return
    await (working ??= work(boss, deliver))
  }

  return {
    async send(tx: Transaction, job: EmailJob) {
      await started(boss).send(QUEUE, job, {
        id: job.id,
        db: toDb(async (sql, values) => ({ rows: await tx.query(sql, values) })),
      })
    },
    /** Starts as soon as the database is ready. */
    async work(handOver: Deliver) {
      deliver = handOver
      await begin()
    },
    async counts() {
      const [row] = await database.query<QueueCounts>(
        `SELECT count(*) FILTER (WHERE name = $1)::int AS waiting,
                count(*) FILTER (WHERE name = $2)::int AS failed,
                coalesce(extract(epoch FROM now() - min(created_on) FILTER (WHERE name = $1)), 0)::int AS "oldestSeconds"
         FROM ${JOBS_SCHEMA}.job WHERE name IN ($1, $2) AND state < 'completed'`,
        [QUEUE, DEAD_LETTERS],
      )
      return row ?? { waiting: 0, oldestSeconds: 0, failed: 0 }
    },
    /** Waits briefly for the emails being sent. */
    async stop() {
      isStopped = true
      // Wait for a start in progress, because the queue can be stopped only when the start is complete.
      await preparing?.catch(() => {})
      await working?.catch(() => {})
      if (!boss) return
      await Promise.race([boss.offWork(QUEUE), pause(STOP_MS, undefined, { ref: false })])
      // Emails still being sent return to the queue.
      await boss.stop({ graceful: false })
    },
  }
}

function createBoss(ask: Ask, onError: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    db: toDb(ask),
    schema: JOBS_SCHEMA,
    schedule: false,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    maintenanceIntervalSeconds: 3600,
  })
  boss.on('error', onError)
  return boss
}

async function makeQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS)
  await boss.updateQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS)
  await boss.createQueue(QUEUE, QUEUE_OPTIONS)
  await boss.updateQueue(QUEUE, QUEUE_OPTIONS)
  // Makes pg-boss cache the queue: otherwise the first `send` would need a second connection inside its transaction.
  await boss.findJobs(QUEUE, { id: NO_JOB })
}

async function work(boss: PgBoss, deliver: Deliver): Promise<void> {
  const options = {
    includeMetadata: true,
    perJobResults: true,
    batchSize: 5,
    burstWhenBatchFull: true,
    localConcurrency: 2,
    pollingIntervalSeconds: POLL_SECONDS,
    heartbeatRefreshSeconds: 3,
  } as const
  await boss.work<EmailJob, unknown, typeof options>(QUEUE, options, async (jobs) =>
    Promise.all(
      jobs.map(async (job) => {
        const outcome = await deliver(job)
        return 'reason' in outcome
          ? { id: job.id, status: outcome.status, output: { reason: outcome.reason } }
          : { id: job.id, status: outcome.status }
      }),
    ),
  )
}

function started(boss: PgBoss | undefined): PgBoss {
  if (!boss) throw new Error('An email can only be queued in a database transaction.')
  return boss
}

export function toDb(ask: (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }>): Db {
  return { executeSql: async (sql, values) => ask(sql, values) }
}

export interface EmailJob {
  /** The email's id, which stays the same across retries; not the job's id. */
  id: string
  to: string
  letter: Email
  preferencesUrl: string | null
  unsubscribeUrl: string | null
  /** If not the shop. */
  replyTo: Sender | null
  requestId: string | null
}

/** The implementation is part of the page bundle. */
export type RenderEmail = (email: Email, place: EmailContext) => Promise<RenderedEmail>
