import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'

import { openMailServer } from '#test/support/mail-server.ts'
import { startPostgresServer } from '#test/support/postgres-server.ts'
import { until } from '#test/support/until.ts'

import { openEmailServer, untilAllIsDone, WELCOME } from './email-server.ts'

/** Of a machine that is busy with other tests. */
const PATIENCE_MS = 30_000

// Most of an email's time is waiting: each test has a database of its own, and the waits overlap.
t.jobs = 4
const postgres = await startPostgresServer(t, 'letters')

t.test('a letter goes out with the change that it is about, or not at all', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const server = await openEmailServer(t, { databaseUrl, mailServer })
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
  await untilAllIsDone(server)
  t.same(
    new Set(mailServer.emails().map(({ recipients }) => recipients.join())),
    new Set(['ann@example.com', 'bob@example.com']),
  )
  t.equal(mailServer.emails().length, 2)
})

t.test('three servers that start together share the work, and send no letter twice', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  mailServer.faults.hold = goOn
  const servers = await Promise.all([1, 2, 3].map(async () => openEmailServer(t, { databaseUrl, mailServer })))
  const addresses = Array.from({ length: 60 }, (_, index) => `shopper-${index}@example.com`)
  await Promise.all(addresses.map(async (to, index) => servers[index % 3]?.order({ to })))
  // Five at a time are handed over by each.
  await until(() => mailServer.tries() > 5, PATIENCE_MS)
  resolve()
  await Promise.all(servers.map(async (server) => untilAllIsDone(server)))
  t.same(new Set(mailServer.emails().map(({ recipients }) => recipients.join())), new Set(addresses))
  t.equal(mailServer.emails().length, addresses.length)
  const workers = servers.filter((server) => server.logged().includes('a letter was handed over'))
  t.ok(workers.length > 1, `${workers.length} of them worked`)
  for (const server of servers) t.notMatch(server.logged(), /"level":[56]0/)
})

t.test('an SMTP server that turns us away twice gets the letter once', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  mailServer.faults.refuse = 2
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await server.order({ to: 'patient@example.com' })
  await untilAllIsDone(server)
  t.equal(mailServer.tries(), 3)
  t.equal(mailServer.emails().length, 1)
  t.notMatch(server.logged(), /patient@/)
})

t.test('an SMTP server that is not there gets the letter when it is', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  await mailServer.stop()
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await server.order({ to: 'patient@example.com' })
  await until(() => server.logged().includes('a letter has to wait'), PATIENCE_MS)
  const again = await openMailServer(t, Number(new URL(mailServer.url).port))
  await untilAllIsDone(server)
  t.equal(again.emails('patient@example.com').length, 1)
})

t.test('a mailbox that does not exist is given up at once, with the reason and without the address', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  mailServer.faults.unknown = (address) => address.startsWith('nobody.at.all')
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await server.order({ to: 'nobody.at.all@example.com' })
  await server.order({ to: 'somebody@example.com' })
  await until(async () => (await server.counts()).failed === 1, PATIENCE_MS)
  await untilAllIsDone(server)
  t.equal(mailServer.emails('somebody@example.com').length, 1)
  t.match(server.logged(), /a letter was refused/)
  t.match(server.logged(), /550 5\.1\.1 <…>: no such mailbox/)
  t.notMatch(server.logged(), /nobody\.at|somebody@/)
})

t.test('a letter says who it is from, what it is, and how to get no more of its kind', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const server = await openEmailServer(t, { databaseUrl, mailServer })
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

t.test('nobody writes headers, recipients or letters of their own through an address or a subject', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const subject = 'Hello\r\nBcc: victim@example.com\r\n\r\nBuy!'
  const server = await openEmailServer(t, { databaseUrl, mailServer, subject })
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
  await untilAllIsDone(server)
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

t.test('a letter that was handed over before its process ended is not sent by the next', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  const { app } = server
  await app.database.transaction(async (tx) => {
    await app.emails.queue(tx, { to: 'ann@example.com', letter: WELCOME })
    await tx.query('UPDATE letters SET handed_over_at = now()')
  })
  await untilAllIsDone(server)
  t.equal(mailServer.tries(), 0)
})

t.test('a database that goes away while a letter is handed over does not make two of it', async (t) => {
  const failing = await startPostgresServer(t, 'letters-outage')
  const mailServer = await openMailServer(t)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  mailServer.faults.hold = goOn
  const server = await openEmailServer(t, { databaseUrl: failing.url, mailServer })
  await server.order({ to: 'ann@example.com' })
  await until(() => mailServer.tries() === 1, PATIENCE_MS)
  await failing.stop()
  resolve()
  await mailServer.waitFor('ann@example.com')
  await failing.start()
  await until(async () => (await server.counts()).waiting === 0, 60_000)
  t.equal(mailServer.emails().length, 1)
  t.equal(mailServer.tries(), 1)
})

t.test('a letter taken for lost while the SMTP server still thinks is not sent beside itself', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  mailServer.faults.holdYes = goOn
  const server = await openEmailServer(t, { databaseUrl, mailServer })
  await server.order({ to: 'ann@example.com' })
  await until(() => mailServer.tries() === 1, PATIENCE_MS)
  const { database, emails } = server.app
  // Taken up together with another email: when that one is on its way, so would this be.
  await database.transaction(async (tx) => {
    await tx.query("UPDATE storefront_jobs.job SET state = 'retry', start_after = now() WHERE name = 'letters'")
    await emails.queue(tx, { to: 'ben@example.com', letter: WELCOME })
  })
  await until(() => mailServer.tries() >= 2, PATIENCE_MS)
  resolve()
  await untilAllIsDone(server)
  t.equal(mailServer.emails('ann@example.com').length, 1)
  t.equal(mailServer.tries(), 2)
})

t.test('a server that is told to stop hands over the letter in its hand first', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  mailServer.faults.hold = goOn
  const first = await openEmailServer(t, { databaseUrl, mailServer })
  await first.order({ to: 'ann@example.com' })
  await until(() => mailServer.tries() === 1, PATIENCE_MS)
  const closing = first.app.close()
  resolve()
  await closing
  t.equal(mailServer.emails().length, 1)
  const second = await openEmailServer(t, { databaseUrl, mailServer })
  await until(async () => (await second.counts()).waiting === 0, PATIENCE_MS)
  t.equal(mailServer.tries(), 1)
})

t.test('an SMTP server that never answers keeps no server from stopping, and no letter from the next', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const mailServer = await openMailServer(t)
  mailServer.faults.hold = new Promise(() => {})
  const first = await openEmailServer(t, { databaseUrl, mailServer })
  await first.order({ to: 'ann@example.com' })
  await until(() => mailServer.tries() === 1, PATIENCE_MS)
  const began = performance.now()
  await first.app.close()
  t.ok(performance.now() - began < 9000, 'within the ten seconds that a process is given')
  mailServer.faults.hold = undefined
  const second = await openEmailServer(t, { databaseUrl, mailServer })
  await untilAllIsDone(second)
  t.equal(mailServer.emails().length, 1)
})

t.test('without SMTP every letter can be read as a file, and the log says which', async (t) => {
  const databaseUrl = await postgres.makeDatabase()
  const server = await openEmailServer(t, { databaseUrl })
  t.equal((await server.app.emails.status()).transport, 'outbox')
  await server.order({ to: 'ann@example.com' })
  await untilAllIsDone(server)
  const [file = '', ...others] = await readdir(join(server.dataDir, 'outbox'))
  t.same(others, [])
  t.match(file, /^welcome-[0-9a-f-]{36}\.eml$/)
  const text = await readFile(join(server.dataDir, 'outbox', file), 'utf8')
  t.match(text, /^From: Lumenite <letters@localhost>\r?$/m)
  t.match(text, /^To: ann@example\.com\r?$/m)
  t.ok(server.logged().includes(file))
  t.notMatch(server.logged(), /ann@/)
})
