import t from 'tap'

import { createAccounts } from '#test/support/accounts.ts'
import { createHttpShopper, type HttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const { url: origin } = await startOwnShop(t, {
  env: mailServer.env,
})
const { call, signIn } = createAccounts(t, origin, mailServer)

/** Sends the form of the account's page as a browser without JavaScript does. @returns the message on the next page */
async function save(shopper: HttpShopper, fields: Record<string, string>): Promise<string> {
  const page = '/en/account/details'
  const sent = await shopper.submit(`${origin}/api/account/email-preferences`, { return_to: page, ...fields })
  t.match(sent.headers.get('location'), page)
  const html = await (await shopper.open(origin + page)).text()
  return /role="(?:alert|status)"[^>]*>(.*?)<\/p>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? ''
}

/** @returns the preferences that the page shows */
async function shown(shopper: HttpShopper) {
  const html = await (await shopper.open(`${origin}/en/account/details`)).text()
  const isChecked = (name: string, value: string) =>
    (html.match(/<input[^>]*>/g) ?? []).some(
      (tag) => tag.includes(`name="${name}"`) && tag.includes(`value="${value}"`) && tag.includes('checked'),
    )
  return {
    newsletter: isChecked('newsletter', 'true'),
    hints: isChecked('hints', 'true'),
    language: ['en', 'ru'].find((locale) => isChecked('language', locale)),
  }
}

const newsletters = (email: string) =>
  mailServer.emails(email).flatMap(({ subject = '' }) => (subject === 'Your sign-in link' ? [] : [subject]))

t.test('a customer subscribes without confirming the address again, in the language of the choice', async (t) => {
  const email = 'reader@shopper.example'
  const shopper = await signIn(email)
  t.same(await shown(shopper), { newsletter: false, hints: true, language: 'en' })
  const saved = await save(shopper, { newsletter: 'true', hints: 'true', language: 'ru' })
  t.match(saved, 'Your email preferences are saved.')
  t.same(await shown(shopper), { newsletter: true, hints: true, language: 'ru' })
  const welcome = await mailServer.waitFor(email, ({ text }) => /отписаться|настройк/i.test(text ?? ''))
  t.match(welcome.raw, 'List-Unsubscribe:')

  await save(shopper, { newsletter: 'false', hints: 'true', language: 'ru' })
  t.match(await shown(shopper), { newsletter: false })
  await save(shopper, { newsletter: 'true', hints: 'true', language: 'en' })
  t.same(await shown(shopper), { newsletter: true, hints: true, language: 'en' })
  t.same(newsletters(email), [welcome.subject], 'one welcome, and no request to confirm')
})

t.test('a customer turns gift hints off and on again', async (t) => {
  const email = 'no-hints@shopper.example'
  const shopper = await signIn(email)
  const hint = async (message: string) => {
    const from = `${message.replace(' ', '-')}@shopper.example`
    const body = { sender_email: from, recipient_email: email, message }
    return createHttpShopper().call(origin, 'POST', '/api/drop-a-hint', body)
  }
  t.match(await call(shopper, 'POST', 'email-preferences', { hints: false }), { status: 200 })
  t.match(await shown(shopper), { newsletter: false, hints: false })
  t.match(await hint('the first'), { status: 202 })
  t.match(await call(shopper, 'POST', 'email-preferences', { hints: true }), { status: 200 })
  t.match(await hint('the second'), { status: 202 })
  const arrived = await mailServer.waitFor(email, ({ text }) => /the (?:first|second)/.test(text ?? ''))
  t.match(arrived.text, 'the second')
})

t.test('preferences that wait for a confirmation stay, and a guest changes nothing', async (t) => {
  const email = 'waits@shopper.example'
  t.match(await createHttpShopper().call(origin, 'POST', '/api/email-subscribe', { email }), { status: 202 })
  const asked = await mailServer.waitFor(email, ({ text }) => /newsletter\/confirm/.test(text ?? ''))
  const shopper = await signIn(email)
  t.match(await call(shopper, 'POST', 'email-preferences', { newsletter: false, hints: true }), { status: 200 })
  const token = new URL(/\S+newsletter\/confirm\S+/.exec(asked.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
  t.match(await createHttpShopper().call(origin, 'POST', '/api/email-subscribe/confirm', { token }), { status: 200 })
  t.match(await shown(shopper), { newsletter: true })

  const guest = createHttpShopper()
  t.match(await call(guest, 'POST', 'email-preferences', { newsletter: false }), { status: 401 })
  const other = await call(shopper, 'POST', 'email-preferences', { newsletter: false, username: 'x@shopper.example' })
  t.match(other, { status: 409, body: { message: /signed in to another account/ } })
  t.match(await call(shopper, 'POST', 'email-preferences', { language: 'de' }), { status: 400 })
  t.match(await shown(shopper), { newsletter: true, hints: true })
})
