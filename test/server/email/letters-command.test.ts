import { execFile } from 'node:child_process'
import { join } from 'node:path'

import t from 'tap'

import { openPostOffice } from '#test/support/post-office.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

import { openLetterServer, untilAllIsDone } from './letter-server.ts'

/** Of a machine that is busy with other tests. */
const PATIENCE_MS = 30_000

const PROGRAM = join(import.meta.dirname, '../../../src/server/email/letters-command.ts')

interface Run {
  code: number
  said: string
}

async function letters(databaseUrl: string, ...args: string[]): Promise<Run> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

t.test('an operator sees which letters wait and which were refused, and sends them again', async (t) => {
  const { url: databaseUrl } = await startPostgresServer(t, 'letters-command')
  t.same(await letters(databaseUrl), { code: 1, said: 'No shop has started on this database yet.\n' })

  const office = await openPostOffice(t)
  office.faults.unknown = (address) => address.startsWith('anna')
  const server = await openLetterServer(t, { databaseUrl, office })
  t.same(await letters(databaseUrl), { code: 0, said: '0 waiting, 0 dead\n' })

  await server.order({ to: 'anna@example.com' })
  await until(async () => (await server.counts()).failed === 1, PATIENCE_MS)
  await server.order({ to: 'ann.other@example.com' })
  await untilAllIsDone(server)
  const { said } = await letters(databaseUrl)
  t.match(
    said,
    /^0 waiting, 1 dead\n[0-9a-f-]{36} +dead +welcome +en +a…@example\.com +0 min +1 tries +.*no such mailbox\n$/,
  )
  t.notMatch(said, /anna/)

  t.match(await letters(databaseUrl, 'resend', 'nonsense'), { code: 1, said: /^No letter nonsense/ })
  office.faults.unknown = () => false
  const [id = ''] = /[0-9a-f-]{36}/.exec(said) ?? []
  t.same(await letters(databaseUrl, 'resend', id), { code: 0, said: 'One letter is tried again.\n' })
  await office.waitFor('anna@example.com')
  await untilAllIsDone(server)
  t.same(await letters(databaseUrl), { code: 0, said: '0 waiting, 0 dead\n' })
})

t.test('an operator need not wait for the next try', async (t) => {
  const { url: databaseUrl } = await startPostgresServer(t, 'letters-hurry')
  const office = await openPostOffice(t)
  office.faults.refuse = 1
  const server = await openLetterServer(t, { databaseUrl, office })
  await server.order({ to: 'ann@example.com' })
  // Back in the queue, and put off before its time comes.
  const { database } = server.app
  const putOff =
    "UPDATE storefront_jobs.job SET start_after = now() + interval '1 hour' WHERE state = 'retry' RETURNING id"
  await until(async () => (await database.query(putOff)).length, PATIENCE_MS)
  t.match((await letters(databaseUrl)).said, /^1 waiting, 0 dead\n.*EENVELOPE: 451 Come back later\n$/)
  t.match(await letters(databaseUrl, 'resend', 'all'), { code: 0, said: 'One letter is tried again.\n' })
  await untilAllIsDone(server)
  t.equal(office.letters('ann@example.com').length, 1)
})

t.test('an operator who asks for something else is told what there is', async (t) => {
  t.match(await letters('postgres://127.0.0.1:9/none', 'burn'), { code: 1, said: /not known.*resend <id>/s })
  t.match(await letters('postgres://127.0.0.1:9/none', '--help'), { code: 0, said: /resend all/ })
  t.match(await letters('postgres://127.0.0.1:9/none'), {
    code: 1,
    said: /^The database does not answer \(ECONNREFUSED\)/,
  })
})
