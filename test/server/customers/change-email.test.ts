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

/** Asks for a change, and returns the token of the email to the present address. */
async function tokenOfAsking(shopper: HttpShopper, email: string, current?: string): Promise<string> {
  const { body } = await call(shopper, 'GET', 'me')
  const present = body.customer?.email ?? ''
  const before = mailServer.emails(present).length
  const asked = await call(shopper, 'POST', 'email', { email, ...(current ? { current } : {}) })
  t.match(asked, { status: 202, body: { message: /current address.*works for 15 minutes/ } })
  return nextToken(mailServer, present, before)
}

/** Allows a change from the present address, in a browser that is not signed in. */
const allow = async (token: string) => call(createHttpShopper(), 'POST', 'email/allow', { token })

/** Asks for a change and allows it, and returns the token of the email to the new address. */
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
