import fastify from 'fastify'
import t, { type Test } from 'tap'

import { createLineWrites } from '#server/cart/line-writes.ts'
import { createDatabase } from '#server/infra/database/database.ts'
import { createSharedLocks } from '#server/infra/database/shared-locks.ts'
import { createSteadyConnection } from '#server/infra/database/steady-connection.ts'
import { createKeyedQueue } from '#server/infra/keyed-queue.ts'
import { startPostgresServer, type PostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

const { log } = fastify()

let server: Promise<PostgresServer> | undefined
const postgres = () => (server ??= startPostgresServer(t, 'turns'))

async function openProcess(t: Test, timeoutMs?: number) {
  const { url } = await postgres()
  const connection = createSteadyConnection(url, log, 'processes continue without locks')
  t.teardown(() => connection.close())
  return {
    queue: createKeyedQueue(10, { locks: createSharedLocks(connection, timeoutMs) }),
    end: () => connection.close(),
    connection,
  }
}

async function migrateTables(t: Test): Promise<void> {
  const database = createDatabase((await postgres()).url, log)
  t.teardown(() => database.stop())
  database.start()
  await until(() => database.state() === 'ready', 20_000)
}

t.test('writes to one cart from two processes run one after another', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const events: string[] = []
  const write = (name: string) => async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 30))
    events.push(`${name} ends`)
  }
  await Promise.all([
    ...['a', 'b', 'c'].map((name) => one.queue.run('cart_1', write(name))),
    ...['d', 'e', 'f'].map((name) => other.queue.run('cart_1', write(name))),
  ])
  t.equal(events.length, 12)
  for (let index = 0; index < 12; index += 2) t.equal(events[index + 1], events[index]?.replace('begins', 'ends'))
})

t.test('a reader of a cart waits for the write of another process', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const gate = Promise.withResolvers<void>()
  let isWritten = false
  const started = Promise.withResolvers<void>()
  const writing = one.queue.run('cart_1', async () => {
    started.resolve()
    await gate.promise
    isWritten = true
  })
  await started.promise
  const asked = other.queue.settled('cart_1').then(() => isWritten)
  await other.queue.settled('cart_2')
  gate.resolve()
  t.equal(await asked, true)
  await writing
})

t.test('the lock of a process that ends is released', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const started = Promise.withResolvers<void>()
  void one.queue.run('cart_1', () => {
    started.resolve()
    return new Promise(() => {})
  })
  await started.promise
  const next = other.queue.run('cart_1', async () => 'mine')
  await one.end()
  t.equal(await next, 'mine')
})

t.test('a write that does not get the lock in time is refused', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t, 50)]
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const held = one.queue.run('cart_1', async () => {
    started.resolve()
    await gate.promise
  })
  await started.promise
  await t.rejects(
    other.queue.run('cart_1', async () => 'never'),
    { name: 'QueueFullError' },
  )
  gate.resolve()
  await held
})

t.test('a repeated or overtaken request is skipped in every process', async (t) => {
  await migrateTables(t)
  const [one, other] = [await openProcess(t), await openProcess(t)]
  class Refused extends Error {
    override name = 'Refused'
  }
  const write = async ({ queue, connection }: typeof one, number: number, change: number, error?: Error) => {
    const writes = createLineWrites((reason) => reason instanceof Refused, connection)
    const request = { operation: 'page', number, change }
    const apply = async (reached: number) => (error ? Promise.reject(error) : change - reached)
    return queue.run('cart', (noted) => writes.run('cart', request, noted, apply), writes.claim('cart', request))
  }
  t.equal(await write(one, 2, 3), 3)
  t.equal(await write(other, 1, 1), undefined)
  t.equal(await write(other, 2, 3), undefined)
  t.equal(await write(other, 3, 5), 2)
  await t.rejects(write(one, 4, 9, new Refused()), Refused)
  t.equal(await write(other, 4, 4), -1, 'a refused one is forgotten')
  await t.rejects(write(one, 5, 9, new Error('no answer')), { message: 'no answer' })
  t.equal(await write(other, 5, 9), undefined)
})

t.test('writes continue during a database outage, and locks work again afterwards', async (t) => {
  const process = await openProcess(t)
  const run = async () => process.queue.run('cart_1', async () => 'done')
  t.equal(await run(), 'done')
  await (await postgres()).stop()
  t.equal(await run(), 'done')
  t.equal(await process.connection.ask({ text: 'SELECT 1' }), undefined)
  await (await postgres()).start()
  t.ok(await until(async () => process.connection.ask({ text: 'SELECT 1' })))
  t.equal(await run(), 'done')
})
