import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import { PgBoss, type Db, type JobWithMetadata } from 'pg-boss'

import type { Ask, Database, Transaction } from '#server/infra/database/database.ts'
import type { Email, EmailContext, RenderedEmail } from '#shared/email/email.ts'

/** Jobs have a schema of their own: its tables are pg-boss' affair. */
export const JOBS_SCHEMA = 'storefront_jobs'
export const QUEUE = 'letters'
export const DEAD_LETTERS = 'letters_failed'

const DAY = 86_400

/** From seconds to a quarter of an hour between two tries, for three days: a night without SMTP loses nothing. */
const QUEUE_OPTIONS = {
  deadLetter: DEAD_LETTERS,
  retryLimit: 300,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  // An email whose process was killed is taken up by another after this silence.
  heartbeatSeconds: 10,
  expireInSeconds: 600,
  retentionSeconds: 14 * DAY,
  // What was handed over holds an address: it is not kept.
  deleteAfterSeconds: DAY,
}
const DEAD_LETTER_OPTIONS = { retentionSeconds: 90 * DAY }

/** How often silence is looked for, and waiting emails are. */
const WATCH_SECONDS = 5
const POLL_SECONDS = 1
const STOP_MS = 5000
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What became of one try. */
export type Outcome = { status: 'completed' } | { status: 'failed' | 'deadletter'; reason: string }

export type Deliver = (job: JobWithMetadata<EmailJob>) => Promise<Outcome>

export interface EmailQueue {
  send: (tx: Transaction, job: EmailJob) => Promise<void>
  /** Begins to hand emails to `deliver`, now or as soon as there is a database. */
  work: (deliver: Deliver) => Promise<void>
  counts: () => Promise<{ waiting: number; failed: number }>
  /** Waits a while for the emails in hand. */
  stop: () => Promise<void>
}

/** pg-boss over the storefront's own connections; an email is queued in its sender's transaction. */
export function createEmailQueue(database: Database, log: FastifyBaseLogger): EmailQueue {
  let boss: PgBoss | undefined
  let deliver: Deliver | undefined
  let isPrepared = false
  let preparing: Promise<void> | undefined
  let working: Promise<void> | undefined
  let isStopped = false

  database.prepare(async (ask) => {
    // Begun after the end, it would be ended by no one.
    if (isStopped) return
    boss ??= createBoss(ask, (error) => {
      // An outage is told by the database itself.
      if (database.state() === 'ready') log.error({ err: error }, 'the letters could not be looked after')
    })
    await (preparing = prepare(boss))
    await begin()
  })

  async function prepare(queue: PgBoss): Promise<void> {
    await queue.start()
    await makeQueues(queue)
    isPrepared = true
  }

  /** There have to be tables to look into and someone to hand emails to, whichever comes first. */
  async function begin(): Promise<void> {
    if (!boss || !deliver || !isPrepared || isStopped) return
    await (working ??= work(boss, deliver))
  }

  return {
    async send(tx, job) {
      await started(boss).send(QUEUE, job, {
        id: job.id,
        db: toDb(async (sql, values) => ({ rows: await tx.query(sql, values) })),
      })
    },
    async work(handOver) {
      deliver = handOver
      await begin()
    },
    async counts() {
      const [row] = await database.query<{ waiting: number; failed: number }>(
        `SELECT count(*) FILTER (WHERE name = $1)::int AS waiting, count(*) FILTER (WHERE name = $2)::int AS failed
         FROM ${JOBS_SCHEMA}.job WHERE name IN ($1, $2) AND state < 'completed'`,
        [QUEUE, DEAD_LETTERS],
      )
      return row ?? { waiting: 0, failed: 0 }
    },
    async stop() {
      isStopped = true
      // What is just being begun has to be there before it can be ended.
      await preparing?.catch(() => {})
      await working?.catch(() => {})
      if (!boss) return
      await Promise.race([boss.offWork(QUEUE), pause(STOP_MS, undefined, { ref: false })])
      // What is still in hand goes back to the queue.
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

/** Made where they are missing, and given today's settings where they are not. */
async function makeQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS)
  await boss.updateQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS)
  await boss.createQueue(QUEUE, QUEUE_OPTIONS)
  await boss.updateQueue(QUEUE, QUEUE_OPTIONS)
  // Read once now: a sender who had to read it first would need a second connection within a transaction.
  await boss.findJobs(QUEUE, { id: NOBODY })
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
  if (!boss) throw new Error('A letter can only be queued in a transaction of the database.')
  return boss
}

/** Where pg-boss asks. */
export function toDb(ask: (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }>): Db {
  return { executeSql: async (sql, values) => ask(sql, values) }
}

/** What is kept of an email until it has been handed over. */
export interface EmailJob {
  /** Of the email, not of the job: it stays the same however often the email is sent again. */
  id: string
  to: string
  letter: Email
  preferencesUrl: string | null
  unsubscribeUrl: string | null
}

/** Gives an email its texts; comes with the pages. */
export type RenderEmail = (email: Email, place: EmailContext) => Promise<RenderedEmail>
