import t from 'tap'

import { openEmailQueueAdmin } from '#server/email/email-queue-admin.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

import { openEmailServer, untilQueueIsEmpty } from '../email/email-server.ts'
import { runCommand, type CommandResult } from './run-command.ts'

/** Long enough for a machine that is busy with other tests. */
const PATIENCE_MS = 30_000

const postgres = await startPostgresServer(t, 'letters-command')

async function emails(databaseUrl: string, ...args: string[]): Promise<CommandResult> {
  return runCommand('emails-command.ts', args, { DATABASE_URL: databaseUrl })
}

t.test('an operator lists waiting and failed emails and resends them', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  t.same(await emails(databaseUrl), { code: 1, output: 'No shop has started on this database yet.\n' })

  const mailServer = await openMailServer(t)
  mailServer.faults.unknown = (address) => address.startsWith('anna')
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await until(async () => (await server.counts()).waiting !== null, PATIENCE_MS)
  t.same(await emails(databaseUrl), { code: 0, output: '0 waiting, 0 failed\n' })

  await server.order({ to: 'anna@example.com' })
  await until(async () => (await server.counts()).failed === 1, PATIENCE_MS)
  await server.order({ to: 'ann.other@example.com' })
  await untilQueueIsEmpty(server)
  const { output } = await emails(databaseUrl)
  t.match(
    output,
    /^0 waiting, 1 failed\n[0-9a-f-]{36} +failed +welcome +en +a…@example\.com +0 min +1 tries +.*no such mailbox\n$/,
  )
  t.notMatch(output, /anna/)

  t.match(await emails(databaseUrl, 'resend', 'nonsense'), { code: 1, output: /^No email nonsense/ })
  mailServer.faults.unknown = () => false
  const [id = ''] = /[0-9a-f-]{36}/.exec(output) ?? []
  t.same(await emails(databaseUrl, 'resend', id), { code: 0, output: 'One email is sent again.\n' })
  await mailServer.waitFor('anna@example.com')
  await untilQueueIsEmpty(server)
  t.same(await emails(databaseUrl), { code: 0, output: '0 waiting, 0 failed\n' })
})

t.test('an operator retries a waiting email at once', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  mailServer.faults.refuse = 1
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await server.order({ to: 'ann@example.com' })
  // Postpones the retry before it is due.
  const { database } = server.app
  const putOff =
    "UPDATE storefront_jobs.job SET start_after = now() + interval '1 hour' WHERE state = 'retry' RETURNING id"
  await until(async () => (await database.query(putOff)).length, PATIENCE_MS)
  t.match((await emails(databaseUrl)).output, /^1 waiting, 0 failed\n.*EENVELOPE: 451 Come back later\n$/)
  t.match(await emails(databaseUrl, 'resend', 'all'), { code: 0, output: 'One email is sent again.\n' })
  await untilQueueIsEmpty(server)
  t.equal(mailServer.emails('ann@example.com').length, 1)
})

t.test('the staff sees the emails about an order, and sends a refused and a sent one again', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  mailServer.faults.unknown = () => true
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await server.order({ to: 'ann@example.com', orderId: 'order_1' })
  await server.order({ to: 'ann@example.com', orderId: 'order_2' })
  await until(async () => (await server.counts()).failed === 2, PATIENCE_MS)
  const queue = await openEmailQueueAdmin(server.app.database)
  t.teardown(queue.close)
  const [refused, ...others] = await queue.listOfOrder('order_1')
  t.same(others, [])
  t.match(refused, {
    name: 'welcome',
    state: 'dead',
    sentAt: null,
    queued: { to: 'a…@example.com', tries: 1, reason: /no such mailbox/ },
  })
  mailServer.faults.unknown = () => false
  t.equal(await queue.resend(refused?.id), 1)
  await untilQueueIsEmpty(server)
  t.match(await queue.listOfOrder('order_1'), [{ id: refused?.id, state: 'sent', sentAt: Date }])
  await server.app.database.query('UPDATE letters SET handed_over_at = NULL')
  t.match(
    await queue.listOfOrder('order_1'),
    [{ id: refused?.id, state: 'sent', sentAt: Date }],
    'also if it was not recorded',
  )
  await server.app.database.query("UPDATE letters SET handed_over_at = now() WHERE order_id = 'order_1'")
  t.match(await emails(databaseUrl, 'resend', refused?.id ?? ''), { code: 0, output: 'One email is sent again.\n' })
  await untilQueueIsEmpty(server)
  t.match(await queue.listOfOrder('order_1'), [{ state: 'sent' }, { name: 'welcome', state: 'sent' }])
  t.equal(mailServer.emails('ann@example.com').length, 2)
  // The queue deletes its copy of a sent email.
  await server.app.database.query("DELETE FROM storefront_jobs.job WHERE name = 'letters'")
  t.match(await queue.listOfOrder('order_1'), [
    { state: 'sent', queued: null },
    { state: 'sent', queued: null },
  ])
  t.equal(await queue.resend(refused?.id), 0)
})

t.test('an unknown command prints the help', async (t) => {
  t.match(await emails('postgres://127.0.0.1:9/none', 'burn'), {
    code: 1,
    output: /^Unknown command: "burn".*resend <id>/s,
  })
  t.match(await emails('postgres://127.0.0.1:9/none', '--help'), { code: 0, output: /resend all/ })
  t.match(await emails('postgres://127.0.0.1:9/none'), {
    code: 1,
    output: /^The database does not respond \(ECONNREFUSED\)/,
  })
})
