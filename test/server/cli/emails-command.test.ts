import t from 'tap'

import { openMailServer } from '#test/support/mail-server.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

import { openEmailServer, untilQueueIsEmpty } from '../email/email-server.ts'
import { runCommand, type CommandResult } from './run-command.ts'

/** Long enough for a machine that is busy with other tests. */
const PATIENCE_MS = 30_000

async function emails(databaseUrl: string, ...args: string[]): Promise<CommandResult> {
  return runCommand('emails-command.ts', args, { DATABASE_URL: databaseUrl })
}

t.test('an operator lists waiting and dead emails and resends them', async (t) => {
  const { url: databaseUrl } = await startPostgresServer(t, 'letters-command')
  t.same(await emails(databaseUrl), { code: 1, output: 'No shop has started on this database yet.\n' })

  const mailServer = await openMailServer(t)
  mailServer.faults.unknown = (address) => address.startsWith('anna')
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  t.same(await emails(databaseUrl), { code: 0, output: '0 waiting, 0 dead\n' })

  await server.order({ to: 'anna@example.com' })
  await until(async () => (await server.counts()).failed === 1, PATIENCE_MS)
  await server.order({ to: 'ann.other@example.com' })
  await untilQueueIsEmpty(server)
  const { output } = await emails(databaseUrl)
  t.match(
    output,
    /^0 waiting, 1 dead\n[0-9a-f-]{36} +dead +welcome +en +a…@example\.com +0 min +1 tries +.*no such mailbox\n$/,
  )
  t.notMatch(output, /anna/)

  t.match(await emails(databaseUrl, 'resend', 'nonsense'), { code: 1, output: /^No email nonsense/ })
  mailServer.faults.unknown = () => false
  const [id = ''] = /[0-9a-f-]{36}/.exec(output) ?? []
  t.same(await emails(databaseUrl, 'resend', id), { code: 0, output: 'One email is tried again.\n' })
  await mailServer.waitFor('anna@example.com')
  await untilQueueIsEmpty(server)
  t.same(await emails(databaseUrl), { code: 0, output: '0 waiting, 0 dead\n' })
})

t.test('an operator retries a waiting email at once', async (t) => {
  const { url: databaseUrl } = await startPostgresServer(t, 'letters-hurry')
  const mailServer = await openMailServer(t)
  mailServer.faults.refuse = 1
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await server.order({ to: 'ann@example.com' })
  // Postpones the retry before it is due.
  const { database } = server.app
  const putOff =
    "UPDATE storefront_jobs.job SET start_after = now() + interval '1 hour' WHERE state = 'retry' RETURNING id"
  await until(async () => (await database.query(putOff)).length, PATIENCE_MS)
  t.match((await emails(databaseUrl)).output, /^1 waiting, 0 dead\n.*EENVELOPE: 451 Come back later\n$/)
  t.match(await emails(databaseUrl, 'resend', 'all'), { code: 0, output: 'One email is tried again.\n' })
  await untilQueueIsEmpty(server)
  t.equal(mailServer.emails('ann@example.com').length, 1)
})

t.test('an unknown command prints the help', async (t) => {
  t.match(await emails('postgres://127.0.0.1:9/none', 'burn'), { code: 1, output: /not known.*resend <id>/s })
  t.match(await emails('postgres://127.0.0.1:9/none', '--help'), { code: 0, output: /resend all/ })
  t.match(await emails('postgres://127.0.0.1:9/none'), {
    code: 1,
    output: /^The database does not answer \(ECONNREFUSED\)/,
  })
})
