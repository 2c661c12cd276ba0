import fastify from 'fastify'
import t, { type Test } from 'tap'

import { createSteadyConnection } from '#server/infra/database/steady-connection.ts'
import { createPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

const { log } = fastify()
const postgres = await createPostgresServer(t, 'notifications')
await postgres.start()

async function openProcess(t: Test) {
  const connection = createSteadyConnection(postgres.url, log, 'processes hear nothing of each other')
  t.teardown(() => connection.close())
  const received: unknown[] = []
  let gaps = 0
  connection.subscribe(
    (message) => received.push(message),
    () => (gaps += 1),
  )
  const ping = () => connection.ask({ text: 'SELECT 1' })
  await ping()
  return { ...connection, received, ping, gaps: () => gaps }
}

t.test('a message reaches every other process of the shop', async (t) => {
  const [one, other, third] = [await openProcess(t), await openProcess(t), await openProcess(t)]
  t.equal(await one.publish({ refresh: ['prod_1'] }), true)
  await other.publish('saved')
  await until(() => third.received.length === 2 && other.received.length === 1 && one.received.length === 1)
  t.same(third.received, [{ refresh: ['prod_1'] }, 'saved'])
  t.same(other.received, [{ refresh: ['prod_1'] }])
  t.same(one.received, ['saved'])
})

t.test('a process that was disconnected from PostgreSQL is told that it may have missed messages', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  t.equal(other.gaps(), 0, 'a new process has missed nothing')
  await postgres.stop()
  t.equal(await one.publish('saved'), false)
  await postgres.start()
  await until(async () => {
    await Promise.all([one.ping(), other.ping()])
    return one.gaps() === 1 && other.gaps() === 1
  })
  t.equal(await one.publish('saved'), true)
  await until(() => other.received.length === 1)
})
