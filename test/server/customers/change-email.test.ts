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

/** Asks for a change, and returns the token of the email to the new address. */
async function tokenOfChange(shopper: HttpShopper, email: string): Promise<string> {
  const before = mailServer.emails(email).length
  t.equal((await call(shopper, 'POST', 'email', { email })).status, 202)
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

  const asked = await call(shopper, 'POST', 'email', { email: ' After@Shopper.example', current: password })
  t.match(asked, { status: 202, body: { message: /works for 15 minutes/ } })
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
  t.equal((await call(createHttpShopper(), 'POST', 'sign-in-link/use', { token: signInToken })).status, 200)
  const newer = await tokenOfChange(shopper, 'newer@shopper.example')
  t.equal((await call(shopper, 'POST', 'email/confirm', { token })).status, 410, 'only the last link works')
  t.equal((await call(shopper, 'POST', 'email/confirm', { token: newer })).status, 200)
})

t.test('an address that has an account gets the same response, and only its email says so', async (t) => {
  await signIn('taken@shopper.example')
  const shopper = await signIn('wants@shopper.example')
  const taken = await call(shopper, 'POST', 'email', { email: 'taken@shopper.example' })
  const free = await call(shopper, 'POST', 'email', { email: 'free@shopper.example' })
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
