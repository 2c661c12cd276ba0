import t from 'tap'

import type { Email } from '#shared/email/email.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { startShop } from '#test/support/test-shop.ts'

const WELCOME: Email = { name: 'welcome', locale: 'ru', facts: { shopUrl: 'https://shop.test/ru' } }

t.test('an email queued in a transaction arrives once, in its language', async (t) => {
  const mailServer = await openMailServer(t)
  const { app } = await startShop(t, { env: mailServer.env })
  const to = 'ann@example.com'
  const order = { to, letter: WELCOME, once: 'welcome:1', unsubscribeUrl: `${app.shopOrigin()}/stop` }
  t.equal(await app.database.transaction((tx) => app.emails.queue(tx, order)), true)
  t.equal(await app.database.transaction((tx) => app.emails.queue(tx, order)), false)
  const email = await mailServer.waitFor(to)
  t.equal(email.headers.find(({ key }) => key === 'content-language')?.value, 'ru')
})
