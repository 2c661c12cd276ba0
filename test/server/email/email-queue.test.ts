import { setTimeout as pause } from 'node:timers/promises'

import fastify from 'fastify'
import { Client } from 'pg'
import t from 'tap'

import { createEmailQueue } from '#server/email/email-queue.ts'
import { createDatabase } from '#server/infra/database/database.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

/** Moments during a first start: migrations, creation of the queue, first poll. */
const MOMENTS_MS = [0, 20, 60, 120, 200, 300, 450, 700]

t.test('a shop that is stopped during its start stops completely', async (t) => {
  const { url } = await startPostgresServer(t, 'half-started')
  for (const moment of MOMENTS_MS) {
    const warnings = await startAndStop(url, moment)
    t.same(warnings, [], `nothing went wrong after ${moment} ms`)
    // PostgreSQL notices a closed connection with a delay.
    await until(async () => (await connectionsTo(url)) === 0)
  }
})

async function startAndStop(url: string, moment: number): Promise<string[]> {
  const warnings: string[] = []
  const { log } = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void warnings.push(line) } },
  })
  const database = createDatabase(url, log)
  const queue = createEmailQueue(database, log)
  database.start()
  const working = queue.work(async () => ({ status: 'completed' }))
  await pause(moment)
  await queue.stop()
  // While other plugins close, tasks that were started may continue.
  await pause(moment)
  await database.stop()
  await working
  return warnings
}

/** Counts the connections, and drops the tables so that the next start creates them again. */
async function connectionsTo(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'lumenite'",
    )
    await client.query('DROP SCHEMA IF EXISTS storefront, storefront_jobs CASCADE')
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
