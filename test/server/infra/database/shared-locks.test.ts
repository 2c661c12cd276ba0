import fastify from 'fastify'
import t, { type Test } from 'tap'

import { createSharedWrites, createStaleWrites } from '#server/cart/stale-writes.ts'
import { createDatabase } from '#server/infra/database/database.ts'
import { createSharedLocks, createSteadyConnection } from '#server/infra/database/shared-locks.ts'
import { createKeyedQueue } from '#server/infra/keyed-queue.ts'
import { startPostgresServer, type PostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

const { log } = fastify()

let server: Promise<PostgresServer> | undefined
const postgres = () => (server ??= startPostgresServer(t, 'turns'))

/** What each process of a shop has of its own. */
async function openProcess(t: Test, timeoutMs?: number) {
  const { url } = await postgres()
  const connection = createSteadyConnection(url, log, 'each goes on alone')
  t.teardown(() => connection.close())
  return {
    queue: createKeyedQueue(10, { locks: createSharedLocks(connection, timeoutMs) }),
    writes: createStaleWrites(() => false, createSharedWrites(connection)),
    end: () => connection.close(),
    connection,
  }
}

async function makeTables(t: Test): Promise<void> {
  const database = createDatabase((await postgres()).url, log)
  t.teardown(() => database.stop())
  database.start()
  await until(() => database.state() === 'ready', 20_000)
}

t.test('two clicks on one cart that reach two processes change it one after another', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const reported: string[] = []
  const write = (name: string) => async () => {
    reported.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 30))
    reported.push(`${name} ends`)
  }
  await Promise.all([
    ...['a', 'b', 'c'].map((name) => one.queue.run('cart_1', write(name))),
    ...['d', 'e', 'f'].map((name) => other.queue.run('cart_1', write(name))),
  ])
  t.equal(reported.length, 12)
  for (let index = 0; index < 12; index += 2) t.equal(reported[index + 1], reported[index]?.replace('begins', 'ends'))
})

t.test('carts of different shoppers do not wait for each other', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const gate = Promise.withResolvers<void>()
  const held = one.queue.run('cart_1', () => gate.promise)
  t.equal(await other.queue.run('cart_2', async () => 'done'), 'done')
  gate.resolve()
  await held
})

t.test('whoever asks for a cart sees what another process is still writing to it', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const gate = Promise.withResolvers<void>()
  let isWritten = false
  const begun = Promise.withResolvers<void>()
  const writing = one.queue.run('cart_1', async () => {
    begun.resolve()
    await gate.promise
    isWritten = true
  })
  await begun.promise
  const asked = other.queue.settled('cart_1').then(() => isWritten)
  await other.queue.settled('cart_2')
  gate.resolve()
  t.equal(await asked, true)
  await writing
})

t.test('a process that ends in the middle of a write leaves the cart to others', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const begun = Promise.withResolvers<void>()
  void one.queue.run('cart_1', () => {
    begun.resolve()
    return new Promise(() => {})
  })
  await begun.promise
  const next = other.queue.run('cart_1', async () => 'mine')
  await one.end()
  t.equal(await next, 'mine')
})

t.test('who waits for a cart in vain is told that it is busy', async (t) => {
  const [one, other] = [await openProcess(t), await openProcess(t, 50)]
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const held = one.queue.run('cart_1', async () => {
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  await t.rejects(
    other.queue.run('cart_1', async () => 'never'),
    { name: 'QueueFullError' },
  )
  gate.resolve()
  await held
})

t.test('a write that was overtaken in one process is not done by another, nor is any done twice', async (t) => {
  await makeTables(t)
  const [one, other] = [await openProcess(t), await openProcess(t)]
  const order = (number: number, page = 'page') => ({ page, line: 'variant_ring', number, more: 1 })
  const whole = (number: number, page: string) => ({ page, line: 'variant_ring', number })
  const done = async () => 'done'
  t.equal(await one.writes.run('cart', order(2), done), 'done')
  t.equal(await other.writes.run('cart', order(1), done), undefined)
  t.equal(await other.writes.run('cart', order(2), done), undefined)
  t.equal(await other.writes.run('cart', whole(5000, 'next'), done), 'done')
  t.equal(await one.writes.run('cart', order(4000, 'gone'), done), undefined)
  t.equal(await one.writes.run('cart', order(5001, 'gone'), done), 'done')
  t.equal(await other.writes.run('cart', whole(5000, 'third'), async (addedLater) => addedLater), 1)
  t.equal(await one.writes.run('another cart', order(1), done), 'done')
})

t.test('a database that is away stops no cart, and turns are taken again when it is back', async (t) => {
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
