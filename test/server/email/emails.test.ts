import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t, { type Test } from 'tap'

import { openMailServer } from '#test/support/mail-server.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

import { openEmailServer, untilQueueIsEmpty, WELCOME } from './email-server.ts'

/** Generous, because other tests run at the same time. */
const TIMEOUT_MS = 30_000

// The tests mostly wait, so they run in parallel, each on its own database.
t.jobs = 4
const postgres = await startPostgresServer(t, 'letters')

async function open(t: Test) {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const start = async (options: { subject?: string } = {}) =>
    openEmailServer(t, { databaseUrl, mailServer, ...options })
  return { mailServer, start }
}

t.test('an email is sent only if its transaction commits', async (t) => {
  const { mailServer, start } = await open(t)
  const server = await start()
  const { app } = server
  await t.rejects(
    app.database.transaction(async (tx) => {
      await app.emails.queue(tx, { to: 'regretted@example.com', letter: WELCOME })
      throw new Error('the change failed')
    }),
  )
  t.equal(await server.order({ to: 'ann@example.com', once: 'welcome:ann' }), true)
  t.equal(await server.order({ to: 'ann@example.com', once: 'welcome:ann' }), false)
  const rush = await Promise.all(
    Array.from({ length: 30 }, async () => server.order({ to: 'bob@example.com', once: 'welcome:bob' })),
  )
  t.equal(rush.filter(Boolean).length, 1)
  await untilQueueIsEmpty(server)
  t.same(
    new Set(mailServer.emails().map(({ recipients }) => recipients.join())),
    new Set(['ann@example.com', 'bob@example.com']),
  )
  t.equal(mailServer.emails().length, 2)
})

t.test('three servers that start together share the queue and send each email once', async (t) => {
  const { mailServer, start } = await open(t)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  mailServer.faults.hold = goOn
  const servers = await Promise.all([1, 2, 3].map(async () => start()))
  const addresses = Array.from({ length: 60 }, (_, index) => `shopper-${index}@example.com`)
  await Promise.all(addresses.map(async (to, index) => servers[index % 3]?.order({ to })))
  // Each server sends five at a time.
  await until(() => mailServer.tries() > 5, TIMEOUT_MS)
  resolve()
  await Promise.all(servers.map(async (server) => untilQueueIsEmpty(server)))
  t.same(new Set(mailServer.emails().map(({ recipients }) => recipients.join())), new Set(addresses))
  t.equal(mailServer.emails().length, addresses.length)
  const workers = servers.filter((server) => server.logged().includes('email sent'))
  t.ok(workers.length > 1, `${workers.length} of them worked`)
  for (const server of servers) t.notMatch(server.logged(), /"level":[56]0/)
})

t.test('an email is sent once after the SMTP server has refused it twice', async (t) => {
  const { mailServer, start } = await open(t)
  mailServer.faults.refuse = 2
  const server = await start()
  await server.order({ to: 'patient@example.com' })
  await untilQueueIsEmpty(server)
  t.equal(mailServer.tries(), 3)
  t.equal(mailServer.emails().length, 1)
  t.notMatch(server.logged(), /patient@/)
})

t.test('an email is sent once the SMTP server is back', async (t) => {
  const { mailServer, start } = await open(t)
  await mailServer.stop()
  const server = await start()
  await server.order({ to: 'patient@example.com' })
  await until(() => server.logged().includes('email deferred; will retry'), TIMEOUT_MS)
  const again = await openMailServer(t, Number(new URL(mailServer.url).port))
  await untilQueueIsEmpty(server)
  t.equal(again.emails('patient@example.com').length, 1)
})

t.test(
  'an email to a mailbox that does not exist fails at once, and the log has the reason without the address',
  async (t) => {
    const { mailServer, start } = await open(t)
    mailServer.faults.unknown = (address) => address.startsWith('nobody.at.all')
    const server = await start()
    await server.order({ to: 'nobody.at.all@example.com' })
    await server.order({ to: 'somebody@example.com' })
    await until(async () => (await server.counts()).failed === 1, TIMEOUT_MS)
    await untilQueueIsEmpty(server)
    t.equal(mailServer.emails('somebody@example.com').length, 1)
    t.match(server.logged(), /email rejected permanently/)
    t.match(server.logged(), /550 5\.1\.1 <…>: no such mailbox/)
    t.notMatch(server.logged(), /nobody\.at|somebody@/)
  },
)

t.test('an email has its sender, its language and the unsubscribe headers', async (t) => {
  const { mailServer, start } = await open(t)
  const server = await start()
  const unsubscribeUrl = `${server.app.shopOrigin()}/api/email-subscribe/unsubscribe?token=${'t'.repeat(180)}`
  await server.order({ to: 'ann@example.com', letter: { ...WELCOME, locale: 'ru' }, unsubscribeUrl })
  await server.order({ to: 'bob@example.com' })
  const [ann, bob] = [await mailServer.waitFor('ann@example.com'), await mailServer.waitFor('bob@example.com')]
  const header = (email: typeof ann, name: string) => email.headers.find(({ key }) => key === name)?.value
  t.match(ann.from, { name: 'Lumenite', address: 'letters@shop.test' })
  t.match(ann.messageId, /^<[0-9a-f-]{36}@shop\.test>$/)
  t.equal(header(ann, 'auto-submitted'), 'auto-generated')
  t.equal(header(ann, 'content-language'), 'ru')
  t.equal(header(ann, 'list-unsubscribe'), `<${unsubscribeUrl}>`)
  t.equal(header(ann, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  t.equal(ann.text?.trim(), 'Hello')
  t.match(ann.html, '<p lang="ru">Hello</p>')
  t.equal(header(bob, 'list-unsubscribe'), undefined)
  t.equal(header(bob, 'list-unsubscribe-post'), undefined)
})

t.test('addresses and subjects cannot inject headers, recipients or emails', async (t) => {
  const { mailServer, start } = await open(t)
  const subject = 'Hello\r\nBcc: victim@example.com\r\n\r\nBuy!'
  const server = await start({ subject })
  const wanted = ['ann@example.com']
  const hostile = [
    'eve@example.com\r\nBcc: victim@example.com',
    'eve@example.com, victim@example.com',
    'eve@example.com> RCPT TO:<victim@example.com',
    'Eve <victim@example.com>',
    'eve@example.com\nDATA',
  ]
  for (const to of [...wanted, ...hostile]) {
    await server.order({ to }).catch(() => {})
  }
  await untilQueueIsEmpty(server)
  const envelopes = mailServer.emails().map(({ recipients }) => recipients)
  t.notOk(envelopes.flat().includes('victim@example.com'), JSON.stringify(envelopes))
  t.ok(envelopes.every(({ length }) => length === 1))
  for (const email of mailServer.emails()) {
    t.same(
      email.headers.filter(({ key }) => key === 'bcc'),
      [],
    )
    t.equal(email.text?.trim(), 'Hello')
  }
  t.equal(mailServer.emails('ann@example.com')[0]?.subject, 'Hello Bcc: victim@example.com  Buy!')
})

t.test('an email that was sent before its process ended is not sent again', async (t) => {
  const { mailServer, start } = await open(t)
  const server = await start()
  const { app } = server
  await app.database.transaction(async (tx) => {
    await app.emails.queue(tx, { to: 'ann@example.com', letter: WELCOME })
    await tx.query('UPDATE letters SET handed_over_at = now()')
  })
  await untilQueueIsEmpty(server)
  t.equal(mailServer.tries(), 0)
})

t.test('a database outage during sending does not send an email twice', async (t) => {
  const failing = await startPostgresServer(t, 'letters-outage')
  const mailServer = await openMailServer(t)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  mailServer.faults.hold = goOn
  const server = await openEmailServer(t, { databaseUrl: failing.url, mailServer })
  await server.order({ to: 'ann@example.com' })
  await until(() => mailServer.tries() === 1, TIMEOUT_MS)
  await failing.stop()
  resolve()
  await mailServer.waitFor('ann@example.com')
  await failing.start()
  await until(async () => (await server.counts()).waiting === 0, 60_000)
  t.equal(mailServer.emails().length, 1)
  t.equal(mailServer.tries(), 1)
})

t.test('a server that shuts down first finishes the email it is sending', async (t) => {
  const { mailServer, start } = await open(t)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  mailServer.faults.hold = goOn
  const first = await start()
  await first.order({ to: 'ann@example.com' })
  await until(() => mailServer.tries() === 1, TIMEOUT_MS)
  const closing = first.app.close()
  resolve()
  await closing
  t.equal(mailServer.emails().length, 1)
  const second = await start()
  await until(async () => (await second.counts()).waiting === 0, TIMEOUT_MS)
  t.equal(mailServer.tries(), 1)
})

t.test(
  'an SMTP server that never answers does not block the shutdown, and the next server sends the email',
  async (t) => {
    const { mailServer, start } = await open(t)
    mailServer.faults.hold = new Promise(() => {})
    const first = await start()
    await first.order({ to: 'ann@example.com' })
    await until(() => mailServer.tries() === 1, TIMEOUT_MS)
    const startedAt = performance.now()
    await first.app.close()
    t.ok(performance.now() - startedAt < 60_000, 'it does not wait for the five minutes that an SMTP server may take')
    mailServer.faults.hold = undefined
    const second = await start()
    await untilQueueIsEmpty(second)
    t.equal(mailServer.emails().length, 1)
  },
)

t.test('without SMTP each email is written to a file that the log names', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const server = await openEmailServer(t, { databaseUrl })
  t.equal((await server.app.emails.status()).transport, 'outbox')
  await server.order({ to: 'ann@example.com' })
  await untilQueueIsEmpty(server)
  const [file = '', ...others] = await readdir(join(server.dataDir, 'outbox'))
  t.same(others, [])
  t.match(file, /^welcome-[0-9a-f-]{36}\.eml$/)
  const text = await readFile(join(server.dataDir, 'outbox', file), 'utf8')
  t.match(text, /^From: Lumenite <letters@localhost>\r?$/m)
  t.match(text, /^To: ann@example\.com\r?$/m)
  t.ok(server.logged().includes(file))
  t.notMatch(server.logged(), /ann@/)
})
