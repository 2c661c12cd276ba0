import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

import fastify from 'fastify'
import t, { type Test } from 'tap'

import { createDatabase, type Database } from '#server/infra/database/database.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

const { log } = fastify()
const postgres = await startPostgresServer(t, 'storefronts')

function open(t: Test, url: string): Database {
  const database = createDatabase(url, log)
  t.teardown(() => database.stop())
  database.start()
  return database
}

const isReady = (database: Database) => until(() => database.state() === 'ready', 20_000)

t.test('storefronts that start together on an empty database migrate it once, and all become ready', async (t) => {
  const url = await postgres.makeDatabase()
  const databases = [open(t, url), open(t, url), open(t, url)]
  await Promise.all(databases.map(isReady))
  const [first] = databases
  const rows =
    (await first?.query<{ name: string; count: string }>('SELECT name, count(*) FROM migrations GROUP BY 1')) ?? []
  t.ok(rows.length > 0)
  t.same([...new Set(rows.map(({ count }) => count))], ['1'])
  t.same(
    new Set(databases.map((database) => database.migration())),
    new Set([
      rows
        .map(({ name }) => name)
        .toSorted()
        .at(-1),
    ]),
  )
})

t.test('a query during the migration waits for it', async (t) => {
  const url = await postgres.makeDatabase()
  const database = open(t, url)
  t.equal(database.state(), 'starting')
  t.same(await database.query('SELECT 1 AS one'), [{ one: 1 }])
})

t.test('an outage fails queries at once and ends with a reconnect', async (t) => {
  const server = await startPostgresServer(t, 'away')
  const database = open(t, server.url)
  await isReady(database)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  const underWay = database.transaction(async (tx) => {
    await tx.query("INSERT INTO letters (id, name) VALUES (gen_random_uuid(), 'welcome')")
    await goOn
    return tx.query('SELECT 1')
  })
  underWay.catch(() => {})
  await server.stop()
  resolve()
  await t.rejects(underWay, { name: 'DatabaseDown' })
  await t.rejects(database.query('SELECT 1'), { name: 'DatabaseDown' })
  t.equal(database.state(), 'down')
  await server.start()
  await isReady(database)
  t.same(await database.query('SELECT count(*)::int AS letters FROM letters'), [{ letters: 0 }])
})

t.test('a failed transaction is rolled back, and its connection is reused', async (t) => {
  const url = await postgres.makeDatabase()
  const database = open(t, url)
  const insert = "INSERT INTO letters (id, name, once) VALUES (gen_random_uuid(), 'welcome', 'the same')"
  for (let round = 0; round < 20; round += 1) {
    await t.rejects(
      database.transaction(async (tx) => {
        await tx.query(insert)
        await tx.query(insert)
      }),
      // The error does not contain the duplicate value, which may be an address.
      { code: '23505', detail: undefined },
    )
  }
  t.same(await database.query('SELECT count(*)::int AS letters FROM letters'), [{ letters: 0 }])
  t.equal(database.state(), 'ready')
})

t.test('a server can be stopped while its database does not answer', async (t) => {
  const { database } = await openUnanswered(t)
  await database.stop()
  await t.rejects(database.query('SELECT 1'), { name: 'DatabaseDown' })
})

async function openUnanswered(t: Test): Promise<{ database: Database; socket: Socket }> {
  const mute = createServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  t.teardown(() => mute.close())
  const database = createDatabase(`postgres://nobody@127.0.0.1:${(mute.address() as AddressInfo).port}/none`, log)
  database.start()
  const [socket] = (await once(mute, 'connection')) as [Socket]
  t.teardown(() => socket.destroy())
  return { database, socket }
}

t.test('a server can be stopped while it waits for another server’s migration', async (t) => {
  const url = await postgres.makeDatabase()
  const first = open(t, url)
  await isReady(first)
  await first.transaction(async (tx) => {
    // The lock that node-pg-migrate takes.
    await tx.query('SELECT pg_advisory_xact_lock(7241865325823964)')
    const second = createDatabase(url, log)
    second.start()
    await until(
      async () => (await first.query("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'")).length,
    )
    t.equal(second.state(), 'starting')
    await second.stop()
    t.equal(second.migration(), null)
  })
})
