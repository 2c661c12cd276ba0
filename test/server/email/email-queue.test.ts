import { setTimeout as pause } from 'node:timers/promises'

import fastify from 'fastify'
import { Client } from 'pg'
import t from 'tap'

import { createEmailQueue } from '#server/email/email-queue.ts'
import { createDatabase } from '#server/infra/database/database.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

/** Within what a first start takes: tables, jobs, the first look for emails. */
const MOMENTS_MS = [0, 20, 60, 120, 200, 300, 450, 700]

t.test('an operator who stops a shop while it still starts, stops all of it', async (t) => {
  const { url } = await startPostgresServer(t, 'half-started')
  for (const moment of MOMENTS_MS) {
    const complaints = await startAndStop(url, moment)
    t.same(complaints, [], `nothing went wrong after ${moment} ms`)
    // PostgreSQL takes a moment to see that a connection has ended.
    await until(async () => (await connectionsTo(url)) === 0)
  }
})

async function startAndStop(url: string, moment: number): Promise<string[]> {
  const complaints: string[] = []
  const { log } = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void complaints.push(line) } },
  })
  const database = createDatabase(url, log)
  const queue = createEmailQueue(database, log)
  database.start()
  const working = queue.work(async () => ({ status: 'completed' }))
  await pause(moment)
  await queue.stop()
  // As it may be while others still close: what was begun goes on.
  await pause(moment)
  await database.stop()
  await working
  return complaints
}

/** Forgets the tables, too, so that the next start makes them again. */
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
