import t from 'tap'

import type { Letter } from '#shared/letters/letter.ts'
import { openPostOffice } from '#test/support/post-office.ts'
import { startShop } from '#test/support/test-shop.ts'

const WELCOME: Letter = { name: 'welcome', locale: 'ru', facts: { shopUrl: 'https://shop.test/ru' } }

t.test('a letter queued in a transaction arrives once, in its language', async (t) => {
  const office = await openPostOffice(t)
  const { app } = await startShop(t, { env: { SMTP_URL: office.url, MAIL_FROM: 'Lumenite <letters@shop.test>' } })
  const to = 'ann@example.com'
  const order = { to, letter: WELCOME, once: 'welcome:1', unsubscribeUrl: `${app.shopOrigin()}/stop` }
  t.equal(await app.database.transaction((tx) => app.letters.queue(tx, order)), true)
  t.equal(await app.database.transaction((tx) => app.letters.queue(tx, order)), false)
  const letter = await office.waitFor(to)
  t.equal(letter.headers.find(({ key }) => key === 'content-language')?.value, 'ru')
})
