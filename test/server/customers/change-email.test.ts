import t from 'tap'

import { createAccounts } from '#test/support/accounts.ts'
import { createHttpShopper, type HttpShopper } from '#test/support/http-shopper.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { nextToken } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const { url: origin } = await startOwnShop(t, {
  env: mailServer.env,
})
const { call, signIn, signInWithPassword, tokenFor } = createAccounts(t, origin, mailServer)

async function tokenOfAsking(shopper: HttpShopper, email: string, current?: string): Promise<string> {
  const { body } = await call(shopper, 'GET', 'me')
  const present = body.customer?.email ?? ''
  const before = mailServer.emails(present).length
  const asked = await call(shopper, 'POST', 'email', { email, ...(current ? { current } : {}) })
  t.match(asked, { status: 202, body: { message: /current address.*works for 15 minutes/ } })
  return nextToken(mailServer, present, before)
}

const allow = async (token: string) => call(createHttpShopper(), 'POST', 'email/allow', { token })

async function tokenOfChange(shopper: HttpShopper, email: string): Promise<string> {
  const before = mailServer.emails(email).length
  t.equal((await allow(await tokenOfAsking(shopper, email))).status, 202)
  return nextToken(mailServer, email, before)
}

t.test('a customer changes the address with the password, and both addresses are told', async (t) => {
  const [email, next] = ['before@shopper.example', 'after@shopper.example']
  const password = 'a ring for a mover'
  const other = await signIn(email)
  const shopper = await signInWithPassword(email, password)
  const second = createHttpShopper()
  t.equal((await call(second, 'POST', 'sign-in', { email, password })).status, 200)

  const wrong = await call(shopper, 'POST', 'email', { email: next, current: 'a wrong password' })
  t.match(wrong, { status: 400, body: { details: { fields: { current: /isn’t your current password/ } } } })
  const same = await call(shopper, 'POST', 'email', { email: ' Before@shopper.example', current: password })
  t.match(same, { status: 400, body: { details: { fields: { email: /already the address/ } } } })

  t.match(await allow(await tokenOfAsking(shopper, ' After@Shopper.example', password)), {
    status: 202,
    body: { message: /new address.*works for 15 minutes/ },
  })
  const warning = await mailServer.waitFor(email, ({ subject }) => subject === 'Your email address is about to change')
  t.match(warning.text, next)
  t.match((await call(shopper, 'GET', 'me')).body, { customer: { email } }, 'nothing has changed yet')

  const token = await nextToken(mailServer, next)
  const early = await tokenFor(email)
  t.match(await call(shopper, 'POST', 'email/confirm', { token }), { status: 200 })
  for (const address of [email, next])
    await mailServer.waitFor(address, ({ subject }) => subject === 'Your email address was changed')
  t.match((await call(shopper, 'GET', 'me')).body, { customer: { email: next, has_password: true } })
  for (const device of [other, second]) t.equal((await call(device, 'GET', 'me')).status, 401)
  t.equal((await call(shopper, 'POST', 'email/confirm', { token })).status, 410, 'the link works once')
  t.equal((await call(createHttpShopper(), 'POST', 'sign-in-link/use', { token: early })).status, 410)

  t.equal((await call(createHttpShopper(), 'POST', 'sign-in', { email, password })).status, 401)
  t.equal((await call(createHttpShopper(), 'POST', 'sign-in', { email: next, password })).status, 200)
  const stranger = await signIn(email)
  t.match((await call(stranger, 'GET', 'me')).body, { customer: { email, has_password: false } }, 'it is free again')
})

t.test('a link does only what it was sent for, in the account that asked for it', async (t) => {
  const shopper = await signIn('asks@shopper.example')
  const stranger = await signIn('stranger@shopper.example')
  const token = await tokenOfChange(shopper, 'new@shopper.example')
  for (const [path, body] of [
    ['sign-in-link/use', { token }],
    ['sign-in-link/use', { token, password: 'a password of thieves' }],
    ['password/reset', { token, password: 'a password of thieves' }],
  ] as const)
    t.equal((await call(createHttpShopper(), 'POST', path, body)).status, 410, path)
  t.equal((await call(createHttpShopper(), 'POST', 'email/confirm', { token })).status, 401)
  t.equal((await call(stranger, 'POST', 'email/confirm', { token })).status, 403)
  const signInToken = await tokenFor('asks@shopper.example')
  t.equal((await call(shopper, 'POST', 'email/confirm', { token: signInToken })).status, 410)
  t.equal(
    (await call(createHttpShopper(), 'POST', 'sign-in-link/use', { token: signInToken, email: 'asks@shopper.example' }))
      .status,
    200,
  )
  const newer = await tokenOfChange(shopper, 'newer@shopper.example')
  t.equal((await call(shopper, 'POST', 'email/confirm', { token })).status, 410, 'only the last link works')
  t.equal((await call(shopper, 'POST', 'email/confirm', { token: newer })).status, 200)
})

t.test('a stolen session of an account without a password does not change its address', async (t) => {
  const [email, evil] = ['victim@shopper.example', 'thief@evil.example']
  const shopper = await signIn(email)
  const thief = createHttpShopper()
  for (const [name, value] of shopper.cookies) thief.cookies.set(name, value)
  const token = await tokenOfAsking(thief, evil)
  const warning = await mailServer.waitFor(email, ({ subject }) => subject === 'Your email address is about to change')
  t.match(warning.text, /wants to change its email address\s+to thief@evil\.example/)
  t.same(mailServer.emails(evil), [], 'the thief gets no link')

  const password = 'a password of a thief'
  t.equal((await call(thief, 'POST', 'password', { password })).status, 200)
  await tokenOfAsking(thief, evil, password)
  t.same(mailServer.emails(evil), [], 'nor with a password of their own')
  t.equal((await allow(token)).status, 410, 'only the last link works')

  const owner = createHttpShopper()
  const secret = 'a ring for the owner'
  const reset = await tokenFor(email, 'password/forgot')
  t.equal((await call(owner, 'POST', 'password/reset', { token: reset, password: secret, email })).status, 200)
  t.match((await call(owner, 'GET', 'me')).body, { customer: { email } })
  t.equal((await call(thief, 'GET', 'me')).status, 401)
})

t.test('an address that has an account gets the same response, and only its email says so', async (t) => {
  await signIn('taken@shopper.example')
  const shopper = await signIn('wants@shopper.example')
  const taken = await allow(await tokenOfAsking(shopper, 'taken@shopper.example'))
  const free = await allow(await tokenOfAsking(shopper, 'free@shopper.example'))
  t.same(taken, free)
  await mailServer.waitFor('taken@shopper.example', ({ subject }) => subject === 'You already have an account')
  await nextToken(mailServer, 'free@shopper.example')
  const links = mailServer.emails('taken@shopper.example').filter(({ text }) => /account\/link\?/.test(text ?? ''))
  t.equal(links.length, 1, 'only that of the sign-in')
})

t.test('an account that someone opens at the new address in the meantime is not taken over', async (t) => {
  const shopper = await signIn('slow@shopper.example')
  const token = await tokenOfChange(shopper, 'quick@shopper.example')
  const quick = await signIn('quick@shopper.example')
  t.equal((await call(shopper, 'POST', 'email/confirm', { token })).status, 410)
  t.match((await call(shopper, 'GET', 'me')).body, { customer: { email: 'slow@shopper.example' } })
  t.match((await call(quick, 'GET', 'me')).body, { customer: { email: 'quick@shopper.example' } })
})

/** Sends the form of the account's page as a browser without JavaScript does. @returns the message on the next page */
async function save(shopper: HttpShopper, fields: Record<string, string>): Promise<string> {
  const page = '/en/account/details'
  const sent = await shopper.submit(`${origin}/api/account/email-preferences`, { return_to: page, ...fields })
  t.match(sent.headers.get('location'), page)
  const html = await (await shopper.open(origin + page)).text()
  return /role="(?:alert|status)"[^>]*>(.*?)<\/p>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? ''
}

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
